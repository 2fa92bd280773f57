-- Which fields of a connected system go into which of ours, as the company chose: [{"object", "field", "kind", "target"}].
-- Null: as they go by themselves.
alter table integrations add column field_map jsonb;
