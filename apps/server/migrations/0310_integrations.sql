-- Connected systems: what a company connected, how far each came, what came in and what could not.

-- What a system calls a customer. One customer may have several ids in one system; an id there means one customer here.
create table customer_links (
  company_id uuid not null,
  source text not null check (length(source) between 1 and 40),
  source_id text collate "C" not null check (length(source_id) between 1 and 500),
  customer_id uuid not null,
  linked_at timestamptz not null,
  primary key (company_id, source, source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index customer_links_by_customer on customer_links (company_id, customer_id, source);
select protect_tenant_table('customer_links');

-- Whom the company erased: what a connected system says of them again is not taken in. Ids as hashes, which lead back to nobody.
create table erased_links (
  company_id uuid not null references companies (id) on delete cascade,
  mark bytea not null,
  primary key (company_id, mark)
);
select protect_tenant_table('erased_links');

-- Which fields of a customer a connected system said, {"full_name": "stripe"}: files no longer overwrite those. Null: none.
alter table customers add column field_sources jsonb;

create table integrations (
  company_id uuid not null references companies (id) on delete cascade,
  provider text not null check (provider in ('hubspot', 'stripe', 'salesforce', 'mailchimp', 'slack')),
  status text not null check (status in ('NotConnected', 'Connected', 'Error', 'Syncing', 'TokenExpired')),
  -- Which account there, as the system names it.
  account_id text not null check (length(account_id) between 1 and 200),
  account_name text not null check (length(account_name) <= 200),
  -- Data that is not real: a test mode there, or the sandbox of this server.
  is_test_mode boolean not null,
  is_sandbox boolean not null,
  -- The credential, sealed; bound to company and system.
  credential bytea not null,
  -- Its last characters, to tell it apart.
  credential_hint text not null check (length(credential_hint) <= 12),
  -- Objects that are not wanted.
  excluded_objects text[] not null default '{}',
  -- The address there that tells us of changes, and its sealed secret; null: we ask.
  webhook_id text,
  webhook_secret bytea,
  frequency text not null check (frequency in ('Manual', 'Hourly', 'Daily', 'Weekly')),
  -- Customers here that it knows, counted when a run ends.
  linked_customers bigint not null default 0,
  -- When it is next asked; null: when somebody says so.
  next_sync_at timestamptz,
  -- When all that is there was last read, and how far changes were followed since.
  last_sync_at timestamptz,
  followed_until timestamptz,
  failures_in_a_row integer not null default 0,
  -- In words, with what to do; null: nothing is wrong.
  last_error text check (length(last_error) <= 1000),
  version integer not null default 1,
  connected_by_user_id uuid,
  connected_by_api_key_id uuid,
  connected_by text not null,
  connected_at timestamptz not null,
  primary key (company_id, provider)
);
-- One account is one company's, unless it is a sandbox's; asked across companies by whoever connects it.
select protect_tenant_table('integrations');

-- A run: everything that was read, or the changes since.
create table integration_runs (
  company_id uuid not null,
  provider text not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('first', 'changes', 'retry')),
  -- Who asked for it; nobody, and 'schedule', where its time had come.
  started_by_user_id uuid,
  started_by_api_key_id uuid,
  started_by text not null check (length(started_by) <= 200),
  status text not null check (status in ('running', 'done', 'failed', 'stopped')),
  -- What was read, {"customers": {"read": 10, "saved": 9, "failed": 1}}.
  counts jsonb not null default '{}',
  -- How far it has come: which object, from which page.
  place jsonb,
  -- The moment that the next run follows changes from.
  follows_from timestamptz not null,
  error text check (length(error) <= 1000),
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
create unique index integration_runs_one_at_a_time on integration_runs (company_id, provider) where status = 'running';
create index integration_runs_newest on integration_runs (company_id, provider, id desc);
select protect_tenant_table('integration_runs');

-- Records that could not be taken in, until they can.
create table integration_errors (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  provider text not null,
  object text not null check (length(object) <= 40),
  source_id text collate "C" not null check (length(source_id) <= 500),
  -- As a person would look for it there.
  label text not null check (length(label) <= 500),
  -- Why, in words.
  reason text not null check (length(reason) <= 1000),
  -- The run that read it; null: the system told us of it.
  run_id uuid,
  at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, provider, object, source_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_errors');

-- Which bill a payment there is of: the two are told in different lists.
create table integration_references (
  company_id uuid not null,
  provider text not null,
  source_id text collate "C" not null check (length(source_id) <= 500),
  target_id text collate "C" not null check (length(target_id) <= 500),
  primary key (company_id, provider, source_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_references');

-- What a system told us, kept before it is answered. Once: systems tell more than once, and in any order.
create table integration_inbox (
  company_id uuid not null,
  provider text not null,
  event_id text collate "C" not null check (length(event_id) between 1 and 500),
  -- What it is of: only the newest state is read there, so an event is a hint.
  object text not null check (length(object) <= 40),
  source_id text collate "C" not null check (length(source_id) <= 500),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (company_id, provider, event_id),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
create index integration_inbox_waiting on integration_inbox (company_id, provider, received_at) where handled_at is null;
select protect_tenant_table('integration_inbox');
