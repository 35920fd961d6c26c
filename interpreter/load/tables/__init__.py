"""Tables of components: CSV and its kin, JSON, workbooks of spreadsheets."""
