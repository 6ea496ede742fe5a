"""What a judge may put right in Lords of Xidit."""
