-- Webhooks: addresses that a company has told what happens, what there is to tell, and what became of telling it.

create table webhook_endpoints (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Both sealed: what is stored signs nothing. The previous one signs too until then.
  sealed_secret bytea not null,
  previous_sealed_secret bytea,
  previous_until timestamptz,
  status text not null check (status in ('active', 'paused', 'stopped')),
  stopped_because text,
  -- Nothing but failures since then, and how many.
  failing_since timestamptz,
  failures integer not null default 0,
  last_delivered_at timestamptz,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((previous_sealed_secret is null) = (previous_until is null)),
  check ((status = 'stopped') = (stopped_because is not null))
);
select protect_tenant_table('webhook_endpoints');

-- One for each thing that happened and that somebody wants to hear; of one that concerns thousands of customers, one for
-- each hundred of them.
create table webhook_messages (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null,
  -- What happened, once: a job that runs twice writes it once.
  dedupe_key text not null,
  -- When it happened, and what of it is told.
  occurred_at timestamptz not null,
  data jsonb not null,
  -- Its deliveries are made; null: not yet.
  spread_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index webhook_messages_once on webhook_messages (company_id, dedupe_key);
create index webhook_messages_to_spread on webhook_messages (company_id, id) where spread_at is null;
create index webhook_messages_by_age on webhook_messages (company_id, created_at);
select protect_tenant_table('webhook_messages');

create table webhook_deliveries (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  endpoint_id uuid not null,
  message_id uuid not null,
  kind text not null,
  status text not null check (status in ('waiting', 'delivered', 'failed', 'held')),
  -- Raised whenever a try is planned: a job of an older plan does nothing.
  turn integer not null default 0,
  -- Whether that try has its job.
  is_queued boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  status_code smallint,
  duration_ms integer,
  failure text,
  answer text check (length(answer) <= 1000),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references webhook_messages (company_id, id) on delete cascade
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (company_id, endpoint_id, id desc);
create index webhook_deliveries_by_message on webhook_deliveries (company_id, message_id);
create index webhook_deliveries_open on webhook_deliveries (company_id, endpoint_id, status) where status <> 'delivered';
create index webhook_deliveries_to_queue on webhook_deliveries (company_id, id) where status = 'waiting' and not is_queued;
select protect_tenant_table('webhook_deliveries');
