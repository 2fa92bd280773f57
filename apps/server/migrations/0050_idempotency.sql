-- Idempotency keys, made fit for every call that creates or sends: also without a person (a code is mailed to somebody
-- who is not signed in yet), also for answers that must not lie readable in a database (an API key is shown once), and
-- safe when a process dies between the effect and its answer. What the old table held was good for a day at most.
drop table idempotency_keys;

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
