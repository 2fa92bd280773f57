-- Customers (the tracked people and accounts of a company), what a file may add to them, and their history.
--
-- Under row-level security only leakproof comparisons may use an index: `like`, `lower()`, `@>` and trigram
-- operators are not, so a search key is a stored column of its own, compared with `>=` and `<` (a prefix range).
-- Collation "C" makes such a range right, and index inserts cheaper.

create table customers (
  company_id uuid not null references companies (id) on delete cascade,
  -- Version 7: in order of creation, so 'newest first' is the primary key read backwards.
  id uuid not null default uuidv7(),
  -- The company's own key. A customer without one is keyed by e-mail.
  external_id text collate "C" check (length(external_id) between 1 and 500),
  email text check (length(email) between 3 and 320),
  full_name text check (length(full_name) between 1 and 500),
  lifetime_value_cents bigint,
  monthly_revenue_cents bigint,
  -- Null: the company's currency. Cents are minor units of it.
  currency text check (currency ~ '^[A-Z]{3}$'),
  plan text collate "C" check (length(plan) <= 200),
  subscription_status smallint check (subscription_status between 0 and 4),
  payment_status smallint check (payment_status between 0 and 3),
  started_at timestamptz,
  -- As the file gave it; started_at is then derived once, so that a second import of the file changes nothing.
  tenure_months real,
  ended_at timestamptz,
  last_activity_at timestamptz,
  last_login_at timestamptz,
  -- The label a model learns from: null = not known.
  churned boolean,
  churned_at timestamptz,
  attributes jsonb not null default '{}',

  -- Written by an analysis through the customers door; null = not scored.
  churn_probability real check (churn_probability between 0 and 1),
  churn_risk_score smallint check (churn_risk_score between 0 and 100),
  churn_risk_level smallint check (churn_risk_level between 0 and 3),
  score_source text check (score_source in ('model', 'rules')),
  scored_at timestamptz,
  score_analysis_id uuid,
  top_factor text,
  not_scored_reason text,

  -- No foreign keys to imports: they would be checked once per row, and an import outlives its file, not its rows.
  created_import_id uuid,
  last_import_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  email_key text collate "C" generated always as (lower(email)) stored,
  -- Where neither name nor e-mail exists the id stands in for the name.
  name_key text collate "C" generated always as (lower(coalesce(full_name, email, external_id))) stored,
  -- The last word of a name of several, so that a search finds people by family name too.
  name_tail_key text collate "C" generated always as (
    case when position(' ' in full_name) > 0 then lower(split_part(full_name, ' ', -1)) end) stored,
  -- The last activity falls back to the last login.
  last_seen_at timestamptz generated always as (coalesce(last_activity_at, last_login_at)) stored,

  primary key (company_id, id),
  unique (company_id, external_id),
  check (external_id is not null or email is not null)
)
-- Every night each customer gets a new score. With half of a page left free the new version stays beside the old one,
-- and where score and level are as they were (about half of them from night to night) none of the twelve indexes is
-- touched. The table is no larger for it: without the room it grew to twice its size at the second scoring.
with (fillfactor = 50);
create unique index customers_email_without_external_id on customers (company_id, email_key) where external_id is null;

-- Sorting and ranges: (company, value, id) serves both directions and the keyset cursor.
-- Level, plan and status ride along so that the default view's filters are checked inside the index.
create index customers_by_score on customers
  (company_id, churn_risk_score, id, churn_risk_level, plan, subscription_status);
create index customers_by_name on customers (company_id, name_key, id);
create index customers_by_name_tail on customers (company_id, name_tail_key) where name_tail_key is not null;
create index customers_by_email on customers (company_id, email_key, id);
create index customers_by_lifetime_value on customers (company_id, lifetime_value_cents, id);
create index customers_by_monthly_revenue on customers (company_id, monthly_revenue_cents, id);
create index customers_by_start on customers (company_id, started_at, id);
create index customers_by_last_seen on customers (company_id, last_seen_at, id);
create index customers_by_plan on customers (company_id, plan, id);
create index customers_by_subscription on customers (company_id, subscription_status, id);
select protect_tenant_table('customers');

-- One row per company: the default view's total, and a number that changes with every write so that what is
-- computed from all customers (counts by plan, ...) can be kept until then. Its row lock orders bulk writers.
create table customer_totals (
  company_id uuid primary key references companies (id) on delete cascade,
  customer_count bigint not null default 0,
  version bigint not null default 0,
  last_scored_at timestamptz
);
select protect_tenant_table('customer_totals');

-- Columns that a company's own files brought beyond our fields.
create table customer_attributes (
  company_id uuid not null references companies (id) on delete cascade,
  key text not null check (length(key) between 1 and 200),
  label text not null check (length(label) between 1 and 500),
  kind text not null check (kind in ('text', 'number', 'boolean', 'date', 'money')),
  position integer not null default 0,
  -- The import that brought it: undoing that import takes it away again where nothing else uses it.
  created_import_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, key)
);
select protect_tenant_table('customer_attributes');

-- The timeline: sign-ups, invoices, failed payments, tickets, plan changes, logins.
create table customer_events (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  type text not null check (length(type) between 1 and 60),
  title text not null check (length(title) <= 300),
  detail text check (length(detail) <= 2000),
  amount_cents bigint,
  currency text check (currency ~ '^[A-Z]{3}$'),
  occurred_at timestamptz not null,
  data jsonb not null default '{}',
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index customer_events_by_customer on customer_events (company_id, customer_id, occurred_at, id);
create index customer_events_by_type on customer_events (company_id, type, occurred_at);
select protect_tenant_table('customer_events');

-- What was known about a customer on a day. A model learns from these: never from values of a later day.
create table customer_snapshots (
  company_id uuid not null,
  customer_id uuid not null,
  taken_on date not null,
  -- Feature name -> number, text, boolean or null, as known at the end of that day.
  features jsonb not null,
  -- The import that brought it; null: captured, or of the sample data.
  import_id uuid,
  primary key (company_id, customer_id, taken_on),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index customer_snapshots_by_day on customer_snapshots (company_id, taken_on);
select protect_tenant_table('customer_snapshots');
