-- The weekly report: who gets one, and which weeks each person has had.

create table report_subscriptions (
  company_id uuid not null,
  user_id uuid not null,
  -- ISO 8601: Monday is 1. Day and hour are read on the person's own clock.
  weekday smallint not null check (weekday between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  -- What it is narrowed to; null: all plans, the company's own currency.
  plan text check (length(plan) between 1 and 200),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- When day or hour was last chosen: a moment that was over by then is not made up for.
  since timestamptz not null,
  -- When the person was told that there is nothing to report and how to fill it. Once is enough.
  told_empty_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_tenant_table('report_subscriptions');

-- One report per person and week, however often the job runs, two workers look, or the day is moved. Stays when the
-- subscription goes: who comes back in the same week does not get a second one.
create table report_weeks (
  company_id uuid not null,
  user_id uuid not null,
  -- The Monday of the week, on the person's own calendar.
  week date not null,
  written_at timestamptz not null,
  primary key (company_id, user_id, week),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_tenant_table('report_weeks');
