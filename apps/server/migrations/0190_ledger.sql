-- The ledger: what customers were sold, billed and did, as their own systems recorded it. Money is whole minor units
-- beside its currency, always. A row is known by `source` and `source_id`, so that the same file, or the same news of a
-- provider, changes nothing the second time; and it says when it was told (`told_at`): older news never overwrites newer,
-- and never reopens what has ended (decision 0063).

-- A subscription of a customer. What it charges stands in its prices.
create table subscriptions (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  -- Which system said so: 'file', or a provider's name.
  source text collate "C" not null check (length(source) between 1 and 60),
  source_id text collate "C" not null check (length(source_id) between 1 and 500),
  -- 0 Inactive, 1 Active, 2 Cancelled, 3 Past Due, 4 Paused.
  status smallint not null check (status between 0 and 4),
  started_at timestamptz not null,
  -- End of the paid term, not included; null while it renews.
  ended_at timestamptz,
  trial_ends_at timestamptz,
  -- When the customer asked for the end; null also where the request was taken back.
  cancel_requested_at timestamptz,
  -- When it is charged next, as far as its source said.
  renews_at timestamptz,
  -- Why it ended: the customer ended it, or it ended unpaid. Null: nobody said.
  ended_by text check (ended_by in ('voluntary', 'involuntary')),
  end_reason text check (length(end_reason) <= 2000),
  told_at timestamptz not null,
  -- Fields told of at another time than the row: milliseconds since 1970, null where nobody ever said it. Null: none.
  older jsonb,
  created_import_id uuid,
  last_import_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, source, source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check (ended_at >= started_at)
);
create index subscriptions_by_customer on subscriptions (company_id, customer_id);
select protect_tenant_table('subscriptions');

-- What a subscription charges, over a stretch of time: another price, plan, discount or number of units is another one.
-- Stretches of a subscription never overlap; a gap between two is a time in which nothing was charged.
create table subscription_prices (
  company_id uuid not null,
  subscription_id uuid not null,
  from_at timestamptz not null,
  -- Not included; null: until the subscription ends.
  until_at timestamptz,
  -- False: it ends because the next one begins, and would go on without it.
  until_is_said boolean not null default false,
  plan text collate "C" check (length(plan) <= 200),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Charged per interval for all units together.
  amount_minor bigint not null check (amount_minor >= 0),
  -- Taken off, and tax contained, per interval.
  discount_minor bigint not null default 0 check (discount_minor >= 0),
  included_tax_minor bigint not null default 0 check (included_tax_minor >= 0),
  -- Null: charged once, and no recurring revenue.
  interval_unit text check (interval_unit in ('week', 'month', 'year')),
  interval_count smallint check (interval_count between 1 and 520),
  quantity integer check (quantity >= 0),
  primary key (company_id, subscription_id, from_at),
  foreign key (company_id, subscription_id) references subscriptions (company_id, id) on delete cascade,
  check (until_at > from_at),
  check (discount_minor + included_tax_minor <= amount_minor),
  check ((interval_unit is null) = (interval_count is null))
);
select protect_tenant_table('subscription_prices');

-- A bill, or an order of a shop: what was asked for, and what came in.
create table invoices (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  source text collate "C" not null check (length(source) between 1 and 60),
  source_id text collate "C" not null check (length(source_id) between 1 and 500),
  kind text not null check (kind in ('invoice', 'order')),
  -- The source's id of the subscription that it bills, which may come later or never.
  subscription_source_id text collate "C" check (length(subscription_source_id) between 1 and 500),
  -- 0 Draft, 1 Open, 2 Paid, 3 Void, 4 Uncollectible. Paid and Void are final.
  status smallint not null check (status between 0 and 4),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor >= 0),
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  issued_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  told_at timestamptz not null,
  -- Fields told of at another time than the row: milliseconds since 1970, null where nobody ever said it. Null: none.
  older jsonb,
  created_import_id uuid,
  last_import_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, source, source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check (refunded_minor <= paid_minor)
);
create index invoices_by_customer on invoices (company_id, customer_id, issued_at);
-- Open bills, oldest first: what payment recovery looks at.
create index invoices_open on invoices (company_id, due_at, id) where status = 1;
select protect_tenant_table('invoices');

-- One try to collect money for a bill.
create table payment_attempts (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  source text collate "C" not null check (length(source) between 1 and 60),
  source_id text collate "C" not null check (length(source_id) between 1 and 500),
  -- The source's id of the bill, which may come later or never.
  invoice_source_id text collate "C" check (length(invoice_source_id) between 1 and 500),
  attempted_at timestamptz not null,
  succeeded boolean not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor >= 0),
  -- As the provider gave it: what it means is read from a table, and may be read anew.
  decline_code text check (length(decline_code) <= 200),
  told_at timestamptz not null,
  -- Fields told of at another time than the row: milliseconds since 1970, null where nobody ever said it. Null: none.
  older jsonb,
  created_import_id uuid,
  last_import_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, source, source_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index payment_attempts_by_customer on payment_attempts (company_id, customer_id, attempted_at);
create index payment_attempts_by_invoice on payment_attempts (company_id, source, invoice_source_id);
select protect_tenant_table('payment_attempts');

-- What a company calls what its customers do; an event carries its number.
create table event_types (
  company_id uuid not null references companies (id) on delete cascade,
  id smallint not null,
  name text collate "C" not null check (length(name) between 1 and 100),
  -- What it tells about a customer: it uses the product, asks for help, or neither.
  role text not null default 'usage' check (role in ('usage', 'support', 'other')),
  primary key (company_id, id),
  unique (company_id, name)
);
select protect_tenant_table('event_types');

-- Where events came from: one row an import, so that each of millions of events names it in four bytes.
create table event_batches (
  company_id uuid not null references companies (id) on delete cascade,
  id integer not null,
  source text collate "C" not null check (length(source) between 1 and 60),
  import_id uuid,
  -- Resume point of undoing: events of customers up to this id are taken back.
  undone_through uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique nulls not distinct (company_id, source, import_id)
);
select protect_tenant_table('event_batches');

-- What customers did: a login, a use, a ticket, anything with a time. Narrow, because there are many, and append-only:
-- an event that comes again is the same row.
create table events (
  company_id uuid not null,
  customer_id uuid not null,
  occurred_at timestamptz not null,
  -- Of its own id, or of its type and value: tells events of one customer and instant apart.
  key bigint not null,
  type_id smallint not null,
  batch_id integer not null,
  -- A number that came with it: minutes, rows, stars.
  value real,
  primary key (company_id, customer_id, occurred_at, key),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
select protect_tenant_table('events');

-- Rows whose customer is not known yet: they join by themselves when it comes.
create table parked_ledger_rows (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('subscriptions', 'invoices', 'payment_attempts', 'events')),
  -- The customer it waits for: by the company's id, else by e-mail.
  external_id text collate "C",
  email_key text collate "C",
  source text collate "C" not null,
  -- The row as its writer takes it.
  record jsonb not null,
  -- Same row, same key: a file that comes again parks nothing twice.
  record_key bigint not null,
  told_at timestamptz not null,
  import_id uuid,
  primary key (company_id, id),
  unique (company_id, kind, source, record_key),
  check (external_id is not null or email_key is not null)
);
create index parked_ledger_rows_by_id on parked_ledger_rows (company_id, external_id) where external_id is not null;
create index parked_ledger_rows_by_email on parked_ledger_rows (company_id, email_key) where external_id is null;
select protect_tenant_table('parked_ledger_rows');

-- Customers whose summary is to be told anew: marked in the transaction that wrote their rows, worked off once a customer.
create table ledger_stale_customers (
  company_id uuid not null references companies (id) on delete cascade,
  customer_id uuid not null,
  primary key (company_id, customer_id)
);
select protect_tenant_table('ledger_stale_customers');

-- Until when a company's customers are in step with what time alone changes: lines that begin or end, trials, due dates.
create table ledger_turn_overs (
  company_id uuid primary key references companies (id) on delete cascade,
  turned_at timestamptz not null
);
select protect_tenant_table('ledger_turn_overs');

-- A row of the ledger as it was before an import's first write to it; a subscription with its prices. Rows that the import
-- created are known by created_import_id, events by their batch.
create table ledger_undo (
  company_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('subscriptions', 'invoices', 'payment_attempts')),
  row_id uuid not null,
  previous jsonb not null,
  primary key (company_id, import_id, kind, row_id),
  foreign key (company_id, import_id) references import_jobs (company_id, id) on delete cascade
);
select protect_tenant_table('ledger_undo');

-- As migration 0151: rows come by the thousand, and a plan must not rest on a table that was empty a moment ago.
grant maintain on subscriptions, subscription_prices, invoices, payment_attempts, events to forestay_app;
