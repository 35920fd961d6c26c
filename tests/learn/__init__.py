"""Games for programs that learn: environments of PettingZoo's, games of OpenSpiel's."""
