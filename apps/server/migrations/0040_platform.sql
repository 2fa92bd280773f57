-- What the platform itself keeps: limits, repeats of requests, download links, and what the live hub sends.

-- Counters of limits that must hold over all processes. Unlogged: losing them in a crash only forgives.
create unlogged table rate_limit_counters (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null
);
create index rate_limit_counters_age on rate_limit_counters (window_started_at);
select open_system_table('rate_limit_counters');

-- Answers kept for 24 h for repeats of a request with the same Idempotency-Key: of every call that creates or sends,
-- also without a person (a code is mailed to somebody who is not signed in yet), also of answers that must not lie
-- readable in a database (an API key is shown once), and safe when a process dies between the effect and its answer.
create table idempotency_keys (
  -- 'user:<id>', 'key:<id>' or, where nobody is signed in, 'ip:<address>'.
  caller text not null check (length(caller) <= 100),
  route text not null,
  -- SHA-256. The key itself is part of what opens the answer, and is not kept.
  key_hash bytea not null,
  -- Whose (a key's: its maker); an erased person takes their answers along.
  user_id uuid references users (id) on delete cascade,
  -- HMAC: a body may hold a password.
  request_hash bytea not null,
  -- Who is at work on it. One that was given up for dead finds another attempt's id here and may not commit any more.
  attempt_id uuid not null unique,
  attempt_started_at timestamptz not null,
  -- Set in the transaction that did something: from then on it is never run again, answer or no answer.
  effect_at timestamptz,
  -- Both null while the first request is at work, or when its answer was lost.
  response_status integer,
  sealed_response bytea,
  created_at timestamptz not null,
  primary key (caller, route, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_user on idempotency_keys (user_id);
select open_system_table('idempotency_keys');

-- One-time links for downloads: a browser cannot put a bearer on a plain link, and a big file must not pass through
-- a page's memory. Not a tenant table: it is read by its token, before the company is known.
create table download_tickets (
  token_hash bytea primary key,
  -- Whose link it is: of a session, or of an API key.
  session_id uuid references sessions (id) on delete cascade,
  company_id uuid,
  api_key_id uuid,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (company_id, api_key_id) references api_keys (company_id, id) on delete cascade,
  check ((session_id is null) = (api_key_id is not null)),
  check ((company_id is null) = (api_key_id is null))
);
create index download_tickets_age on download_tickets (expires_at);
create index download_tickets_api_key on download_tickets (company_id, api_key_id);
select open_system_table('download_tickets');

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
