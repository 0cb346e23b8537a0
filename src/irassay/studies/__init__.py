"""One folder a study; `overview` is the main job. Studies don't import each other."""
