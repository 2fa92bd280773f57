-- How long customers stay, kept as the other rollups are (decision 0069). Days are the company's, a plan is the one that a
-- customer began with ('' all of them).

-- From the day of the first payment, how many days until nothing was paid any more; -1: the customer pays, as far as is
-- known. Who left and came back has not left.
create table tenure_days (
  company_id uuid not null references companies (id) on delete cascade,
  plan text collate "C" not null,
  day date not null,
  lasted integer not null check (lasted >= -1),
  customers integer not null default 0,
  primary key (company_id, plan, day, lasted)
);
select protect_tenant_table('tenure_days');

-- By how much a cohort changed on a day: those who first paid in the month that begins with `cohort`, in any currency ('')
-- or in this one. How it stood at the end of a day is the sum up to it.
create table cohort_days (
  company_id uuid not null references companies (id) on delete cascade,
  plan text collate "C" not null,
  currency text not null,
  cohort date not null,
  day date not null,
  -- On the day they began; the other columns on every day.
  customers integer not null default 0,
  began_minor bigint not null default 0,
  kept_count integer not null default 0,
  -- What is paid, no customer counted above what it began with; and all of it.
  kept_minor bigint not null default 0,
  closing_minor bigint not null default 0,
  primary key (company_id, plan, currency, cohort, day)
);
select protect_tenant_table('cohort_days');

-- Why customers left, in the words that ended their subscriptions: on one line, cut to 200 characters.
alter table mrr_movements add column words text check (length(words) between 1 and 200);
create table reason_days (
  company_id uuid not null references companies (id) on delete cascade,
  plan text collate "C" not null,
  currency text not null,
  day date not null,
  words text collate "C" not null,
  customers integer not null default 0,
  lost_minor bigint not null default 0,
  primary key (company_id, plan, currency, day, words)
);
select protect_tenant_table('reason_days');

-- Customers who were counted before are counted anew, so that these sums have them too.
do $$
declare
  read_table text;
begin
  foreach read_table in array array['mrr_movements', 'failed_payments', 'ledger_changes'] loop
    execute format('alter table %I no force row level security', read_table);
  end loop;
  insert into ledger_changes (company_id, customer_id)
    select company_id, customer_id from mrr_movements union select company_id, customer_id from failed_payments;
  foreach read_table in array array['mrr_movements', 'failed_payments', 'ledger_changes'] loop
    execute format('alter table %I force row level security', read_table);
  end loop;
end $$;
truncate mrr_movements, failed_payments, revenue_days, retention_days, payment_days;
