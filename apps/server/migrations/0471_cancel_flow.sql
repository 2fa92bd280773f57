-- What a company's customers are asked when they want to end: why, and what they are offered instead.

create table cancel_flows (
  company_id uuid not null references companies (id) on delete cascade,
  document jsonb not null,
  saved_at timestamptz not null,
  saved_by_user_id uuid,
  saved_by_api_key_id uuid,
  saved_by text not null,
  primary key (company_id)
);
select protect_tenant_table('cancel_flows');

-- One for each time a customer is led to it by the company's own app.
create table cancel_sessions (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  return_url text check (length(return_url) <= 2000),
  -- What was said, in the flow's words of that time.
  reason_id text check (length(reason_id) <= 60),
  reason_label text check (length(reason_label) <= 120),
  words text not null default '' check (length(words) <= 2000),
  -- What was shown in place of leaving; null: nothing fitted.
  offer jsonb,
  outcome text check (outcome in ('accepted', 'canceled', 'kept')),
  decided_at timestamptz,
  -- The company has done what was decided: the offer stands, or the subscription ends on that day.
  settled_at timestamptz,
  ends_on date,
  settled_by_user_id uuid,
  settled_by_api_key_id uuid,
  settled_by text,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check ((outcome is null) = (decided_at is null)),
  check (settled_at is null or outcome is not null),
  check ((settled_at is null) = (settled_by is null))
);
create index cancel_sessions_by_decision on cancel_sessions (company_id, decided_at desc, id) where outcome is not null;
create index cancel_sessions_of_customer on cancel_sessions (company_id, customer_id);
select protect_tenant_table('cancel_sessions');
