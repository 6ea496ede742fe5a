"""The shapes of requests and answers by subject, for checking and for the contract (OpenAPI 3.1)."""
