"""Players for programs: by chance, by looking one step ahead, by searching."""
