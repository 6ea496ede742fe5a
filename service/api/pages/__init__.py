"""Static files: the site around the API, the viewer's files, the precache list, offline pages, rules for phones."""
