-- Customers who are there and scored, with what their score puts at risk: the rows that the risk of the last of risk_days adds
-- up from. Kept when scores or customers changed, and only where a row differs.
create table risk_values (
  company_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  plan text collate "C" not null,
  level smallint not null check (level between 0 and 3),
  probability double precision not null check (probability between 0 and 1),
  mrr_minor bigint not null,
  -- 12 months of revenue, else the lifetime value.
  value_minor bigint not null,
  at_risk_minor bigint not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index risk_values_by_amount on risk_values (company_id, currency, at_risk_minor, customer_id, level, plan);
select protect_tenant_table('risk_values');

create table risk_days (
  company_id uuid not null references companies (id) on delete cascade,
  day date not null,
  currency text not null,
  -- '': all of them.
  plan text collate "C" not null,
  -- By level, Low to Critical.
  customers integer[] not null check (cardinality(customers) = 4),
  mrr_minor bigint[] not null check (cardinality(mrr_minor) = 4),
  value_minor bigint[] not null check (cardinality(value_minor) = 4),
  at_risk_minor bigint[] not null check (cardinality(at_risk_minor) = 4),
  -- 10th and 90th percentile of what may be lost; null for a plan, whose band nobody has asked for.
  low_minor bigint,
  high_minor bigint,
  -- How many of the customers are expected to leave within the horizon, with the same percentiles; null of a plan.
  leavers double precision,
  leavers_low integer,
  leavers_high integer,
  -- The scores came from a model that learned from labels without dates: they say nothing of when.
  is_undated boolean not null default false,
  horizon_days integer not null,
  -- Of a plan empty: main reasons of customers of High and Critical, the most frequent first: [{ label, customers }].
  reasons jsonb not null default '[]',
  as_of timestamptz not null,
  primary key (company_id, plan, currency, day)
);
select protect_tenant_table('risk_days');
