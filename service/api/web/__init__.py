"""What routes share: request parsing, authentication, problems, languages, tags, slow calls."""
