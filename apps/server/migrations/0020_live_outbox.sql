-- What the live hub sends between processes: NOTIFY carries a row's id, the row its text, so that an event leaves
-- exactly with the commit that caused it. Rows live for minutes (packages/signalr deletes them); not a tenant table,
-- because every process reads it for the clients of all companies.
create table live_outbox (
  id bigint generated always as identity primary key,
  channel text not null,
  message text not null,
  -- Ids and times are given out before commit; this tells a process that was cut off what it has missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp()
);
create index live_outbox_created_at on live_outbox (created_at);
select open_system_table('live_outbox');
