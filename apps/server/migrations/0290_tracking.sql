-- Events that a company's own product sends as they happen, in the shape of Segment's tracking API.

-- A write key can be read by whoever opens a web page that uses it: it lets events in and nothing out.
create table tracking_keys (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  -- Its mark and last characters, to tell keys apart.
  prefix text not null,
  token_hash bytea not null,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash)
);
select protect_tenant_table('tracking_keys');

create table tracking_settings (
  company_id uuid primary key references companies (id) on delete cascade,
  unknown_people text not null check (unknown_people in ('wait', 'create', 'ignore'))
);
select protect_tenant_table('tracking_settings');

-- What was answered and is not yet in the ledger. A row is deleted in the transaction that writes what it says.
create table tracking_inbox (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  received_at timestamptz not null,
  -- 128 bits of a hash of the sender's message id.
  message uuid not null,
  kind text not null check (kind in ('event', 'person', 'anonymous', 'nothing', 'refused')),
  external_id text,
  email text,
  -- By kind: what happened and when, traits, or the reason of a refusal and what it was said of.
  record jsonb not null,
  primary key (company_id, id)
);
select protect_tenant_table('tracking_inbox');

-- Messages that were taken in, for as long as their repetition is told from them.
create table tracking_messages (
  company_id uuid not null references companies (id) on delete cascade,
  message uuid not null,
  taken_at timestamptz not null,
  primary key (company_id, message)
);
create index tracking_messages_oldest on tracking_messages (company_id, taken_at);
select protect_tenant_table('tracking_messages');

-- What became of what came in, by the hour it came in.
create table tracking_hours (
  company_id uuid not null references companies (id) on delete cascade,
  hour timestamptz not null,
  written integer not null default 0,
  identified integer not null default 0,
  waiting integer not null default 0,
  ignored integer not null default 0,
  anonymous integer not null default 0,
  duplicates integer not null default 0,
  refused integer not null default 0,
  without_effect integer not null default 0,
  primary key (company_id, hour)
);
select protect_tenant_table('tracking_hours');

-- Kinds of events by the day they came in.
create table tracking_kinds (
  company_id uuid not null references companies (id) on delete cascade,
  day date not null,
  name text collate "C" not null check (length(name) between 1 and 100),
  events integer not null,
  last_at timestamptz not null,
  primary key (company_id, day, name)
);
select protect_tenant_table('tracking_kinds');

-- The newest events that were not kept, and why.
create table tracking_refusals (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  refused_at timestamptz not null,
  reason text not null,
  -- Its beginning, as it was sent.
  example text not null check (length(example) <= 500),
  primary key (company_id, id)
);
select protect_tenant_table('tracking_refusals');

-- What was said of people who are no customers yet, for when they are.
create table tracking_waiting_people (
  company_id uuid not null references companies (id) on delete cascade,
  -- 'i' and the id, or 'e' and the e-mail address.
  person_key text collate "C" not null,
  external_id text,
  email text,
  traits jsonb not null,
  told_at timestamptz not null,
  primary key (company_id, person_key)
);
select protect_tenant_table('tracking_waiting_people');
