"""Every sentence about systems and pairs that needs both doubts."""
