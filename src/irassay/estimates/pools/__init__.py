"""What pools find and miss: coverage, completeness, reusability, audits."""
