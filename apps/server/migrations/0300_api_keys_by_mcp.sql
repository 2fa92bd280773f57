-- When a key last came by MCP, so that settings can say which keys a model's client uses; kept to the minute.
alter table api_keys add column last_mcp_use_at timestamptz;
