"""refcheck-mcp: the MCP server of refcheck."""
