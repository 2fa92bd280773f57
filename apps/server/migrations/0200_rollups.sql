-- What figures of revenue are read from. A movement is a row; everything else is the sum of changes, by day: a balance is the
-- running sum of its changes up to a day, so that a day on which nothing happened costs nothing, and nothing has to be
-- carried over midnight (decision 0065). Days are the company's. Amounts are whole minor units.

-- Customers whose rows of the ledger changed since rollups were last kept. Written by the statement that changes the
-- ledger, in its transaction: no writer can forget it. Append-only: two writers never wait for each other.
create table ledger_changes (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  customer_id uuid not null,
  primary key (company_id, id)
);
select protect_tenant_table('ledger_changes');

-- One company's rows at a time, under its own walls: what cascades from a deletion by the operator runs without a company.
-- A company that is being deleted leaves no marks. Of a price the customer stands on the subscription; where that is gone
-- too, its own mark has been made.
create function mark_ledger_changes() returns trigger language plpgsql as $$
declare
  before constant text := coalesce(current_setting('app.company_id', true), '');
  changed_rows text;
  company uuid;
begin
  changed_rows := case tg_op when 'INSERT' then 'after_rows' when 'DELETE' then 'before_rows'
    else '(select * from before_rows union all select * from after_rows)' end;
  for company in execute format(
    'select distinct r.company_id from %s r join companies c on c.id = r.company_id', changed_rows)
  loop
    perform set_config('app.company_id', company::text, true);
    execute format(case tg_table_name
      when 'subscription_prices' then
        'insert into ledger_changes (company_id, customer_id)
         select distinct s.company_id, s.customer_id
         from %s r join subscriptions s on s.company_id = r.company_id and s.id = r.subscription_id
         where r.company_id = $1'
      else
        'insert into ledger_changes (company_id, customer_id)
         select distinct r.company_id, r.customer_id from %s r where r.company_id = $1'
      end, changed_rows) using company;
  end loop;
  perform set_config('app.company_id', before, true);
  return null;
end $$;

do $$
declare
  ledger_table text;
begin
  foreach ledger_table in array array['subscriptions', 'subscription_prices', 'invoices', 'payment_attempts'] loop
    execute format('create trigger %I after insert on %I referencing new table as after_rows'
      ' for each statement execute function mark_ledger_changes()', ledger_table || '_inserted', ledger_table);
    execute format('create trigger %I after delete on %I referencing old table as before_rows'
      ' for each statement execute function mark_ledger_changes()', ledger_table || '_deleted', ledger_table);
    execute format('create trigger %I after update on %I referencing old table as before_rows new table as after_rows'
      ' for each statement execute function mark_ledger_changes()', ledger_table || '_updated', ledger_table);
  end loop;
end $$;

-- By which clocks a company's days are counted in its rollups, and when they were last kept.
create table rollup_states (
  company_id uuid primary key references companies (id) on delete cascade,
  time_zone text not null,
  kept_at timestamptz not null,
  -- Of the customers that risk was last added up from (customer_totals.version); null: never.
  customers_version bigint
);
select protect_tenant_table('rollup_states');

-- Every change of a customer's MRR in a currency, as packages/metrics names it: of all it pays (plan ''), and of what each
-- plan brings. No foreign key to customers: a customer that is erased takes its sums along only if its rows are still there
-- to be subtracted.
create table mrr_movements (
  company_id uuid not null references companies (id) on delete cascade,
  customer_id uuid not null,
  plan text collate "C" not null,
  currency text not null,
  at timestamptz not null,
  -- The company's day.
  day date not null,
  kind text not null check (kind in ('new', 'expansion', 'contraction', 'churn', 'reactivation')),
  amount_minor bigint not null check (amount_minor > 0),
  before_minor bigint not null check (before_minor >= 0),
  after_minor bigint not null check (after_minor >= 0),
  -- Of a churn: who ended it. Null: nobody said, or no churn.
  reason text check (reason in ('voluntary', 'involuntary')),
  -- The day of the next movement: what is paid at the end of a day D stands in the row with day <= D < until_day. Null: it is
  -- the last.
  until_day date check (until_day >= day),
  primary key (company_id, customer_id, plan, currency, at)
);
create index mrr_movements_by_end on mrr_movements (company_id, day, customer_id) where plan = '' and kind = 'churn';
-- Who paid what at the end of a day, the most first.
create index mrr_movements_by_amount on mrr_movements (company_id, plan, currency, after_minor, customer_id, day, until_day)
  where after_minor > 0;
create index mrr_movements_by_day on mrr_movements (company_id, plan, currency, day, customer_id, at, kind, amount_minor);
select protect_tenant_table('mrr_movements');

create table revenue_days (
  company_id uuid not null references companies (id) on delete cascade,
  plan text collate "C" not null,
  currency text not null,
  day date not null,
  new_minor bigint not null default 0,
  expansion_minor bigint not null default 0,
  contraction_minor bigint not null default 0,
  churn_minor bigint not null default 0,
  reactivation_minor bigint not null default 0,
  new_count integer not null default 0,
  expansion_count integer not null default 0,
  contraction_count integer not null default 0,
  churn_count integer not null default 0,
  reactivation_count integer not null default 0,
  primary key (company_id, plan, currency, day)
);
select protect_tenant_table('revenue_days');

-- Retention over windows that end when `day` begins: 30 days, a calendar month, twelve of them. What is stored is by how
-- much each figure differs from the day before. Of a plan: customers who paid most for it when the window began. Rows of
-- customers, in whatever currencies they pay, have currency ''; their amounts are 0.
create table retention_days (
  company_id uuid not null references companies (id) on delete cascade,
  span text not null check (span in ('30_days', '1_month', '12_months')),
  plan text collate "C" not null,
  currency text not null,
  day date not null,
  active_at_start integer not null default 0,
  left_voluntary integer not null default 0,
  left_involuntary integer not null default 0,
  left_unknown integer not null default 0,
  came_and_left integer not null default 0,
  opening_minor bigint not null default 0,
  kept_minor bigint not null default 0,
  closing_minor bigint not null default 0,
  lost_voluntary_minor bigint not null default 0,
  lost_involuntary_minor bigint not null default 0,
  lost_unknown_minor bigint not null default 0,
  primary key (company_id, span, plan, currency, day)
);
select protect_tenant_table('retention_days');

-- A bill whose payment failed, and what came of it.
create table failed_payments (
  company_id uuid not null references companies (id) on delete cascade,
  invoice_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  -- What failed the first time.
  amount_minor bigint not null check (amount_minor >= 0),
  first_failed_at timestamptz not null,
  first_failed_day date not null,
  -- Paid within 60 days, as packages/metrics counts.
  recovered_minor bigint not null default 0,
  recovered_at timestamptz,
  recovered_day date,
  -- Recovered in full.
  is_recovered boolean not null,
  -- What may still come in: the bill is open.
  open_minor bigint not null default 0,
  primary key (company_id, invoice_id)
);
create index failed_payments_by_customer on failed_payments (company_id, customer_id);
create index failed_payments_by_failure on failed_payments (company_id, currency, first_failed_day, invoice_id);
create index failed_payments_by_recovery on failed_payments (company_id, currency, recovered_day, invoice_id) where recovered_day is not null;
select protect_tenant_table('failed_payments');

create table payment_days (
  company_id uuid not null references companies (id) on delete cascade,
  currency text not null,
  day date not null,
  -- Of what failed first on this day.
  failed_count integer not null default 0,
  failed_minor bigint not null default 0,
  recovered_count integer not null default 0,
  recovered_minor bigint not null default 0,
  open_count integer not null default 0,
  open_minor bigint not null default 0,
  -- What came in on this day of earlier failures.
  paid_count integer not null default 0,
  paid_minor bigint not null default 0,
  primary key (company_id, currency, day)
);
select protect_tenant_table('payment_days');
