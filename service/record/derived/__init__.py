"""What is derived from the logs and can be deleted: projections, lists, deadlines, the queue, removal."""
