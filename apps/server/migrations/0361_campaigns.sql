-- Campaigns: what is done with whom and in which order, who was drawn to get it and who was held out, and what became of them.

create table campaigns (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  description text not null default '',
  status text not null check (status in ('Draft', 'Scheduled', 'Active', 'Paused', 'Completed', 'Archived')),
  paused_because text,
  -- What a person said of it, as of the newest version.
  said jsonb not null,
  trigger text not null,
  segment_id uuid,
  version integer not null default 1,
  -- Who is held out is drawn by it: the same customer always comes out the same, and nobody else can work it out.
  assignment_key bytea not null,
  -- How many a person saw that would enter; ten times as many are asked about again.
  expected_count integer,
  started_at timestamptz,
  enters_until timestamptz,
  -- When it is read, and what it came to then.
  reads_at timestamptz,
  final jsonb,
  looked_at timestamptz,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create index campaigns_by_age on campaigns (company_id, created_at desc, id desc);
select protect_tenant_table('campaigns');

-- Steps as they were: whoever entered by a version goes on with it.
create table campaign_versions (
  company_id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  steps jsonb not null,
  exit_criteria jsonb not null,
  saved_by_user_id uuid,
  saved_by_api_key_id uuid,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (company_id, campaign_id, number),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade
);
select protect_tenant_table('campaign_versions');

create table campaign_enrolments (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  campaign_id uuid not null,
  -- Null once the customer is erased: that somebody was drawn stays counted.
  customer_id uuid,
  version integer not null,
  -- Drawn once: 'sent' gets it, 'held' gets nothing, 'present' met it before the start and does not enter.
  arm text not null check (arm in ('sent', 'held', 'present')),
  variant text not null check (variant in ('A', 'B')),
  state text not null check (state in ('running', 'done', 'goal', 'left', 'held', 'present', 'ended')),
  -- The next step, by its place, and when; null: none follows.
  step integer not null default 0,
  due_at timestamptz,
  -- The event that ends a wait sooner.
  awaits_event text,
  waits_since timestamptz,
  entered_at timestamptz not null,
  measured_at timestamptz not null,
  -- Twelve months' revenue as of entering, in cents of the company's currency.
  yearly_value_cents bigint,
  left_at timestamptz,
  -- Known once measured_at has passed.
  stayed boolean,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, customer_id) references customers (company_id, id) on delete set null (customer_id)
);
create unique index campaign_enrolments_once on campaign_enrolments (company_id, campaign_id, customer_id);
create index campaign_enrolments_due on campaign_enrolments (company_id, due_at) where state = 'running';
create index campaign_enrolments_of_customer on campaign_enrolments (company_id, customer_id);
create index campaign_enrolments_unmeasured on campaign_enrolments (company_id, campaign_id) where stayed is null;
select protect_tenant_table('campaign_enrolments');

-- What was done with whom: once for each step, however often its work runs.
create table campaign_step_runs (
  company_id uuid not null,
  enrolment_id uuid not null,
  step_id text not null,
  campaign_id uuid not null,
  kind text not null,
  at timestamptz not null,
  primary key (company_id, enrolment_id, step_id),
  foreign key (company_id, enrolment_id) references campaign_enrolments (company_id, id) on delete cascade
);
create index campaign_step_runs_of_campaign on campaign_step_runs (company_id, campaign_id, step_id);
select protect_tenant_table('campaign_step_runs');
