-- What was known of a customer on entering: numbers in the order of modules/campaigns/enrol/entry-facts.ts. Of those who
-- entered before this file nothing is known; nothing is learnt from them.
alter table campaign_enrolments add column entry_facts real[];

-- Of the sample: goes with it.
alter table campaigns add column is_sample boolean not null default false;

-- What finished campaigns with a holdout say of whom contact keeps, and how far that can be believed.
create table campaign_uplift_models (
  company_id uuid not null references companies (id) on delete cascade,
  learnt_at timestamptz not null,
  -- Campaigns it was learnt from, and their customers.
  campaigns integer not null,
  customers integer not null,
  -- Judged on campaigns that were left out; null: too few to judge.
  quality jsonb,
  primary key (company_id)
);
select protect_tenant_table('campaign_uplift_models');

-- The same of each customer as they are now.
create table campaign_uplifts (
  company_id uuid not null,
  customer_id uuid not null,
  -- How much likelier they stay if they are written to, and the chance that they stay anyway.
  uplift real not null,
  kept_anyway real not null,
  -- Share of the resampled models that say contact would rather drive them away.
  harm_share real not null,
  yearly_value_cents bigint,
  -- Expected retained revenue of a year: uplift x yearly value.
  worth_cents bigint not null,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
create index campaign_uplifts_by_worth on campaign_uplifts (company_id, worth_cents desc, customer_id);
select protect_tenant_table('campaign_uplifts');
