"""What a judge may put right in Kingdoms."""
