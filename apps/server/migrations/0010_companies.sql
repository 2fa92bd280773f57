-- Companies (tenants), their staff, and invitations to join.

create table companies (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) <= 200),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  size text check (size in ('1-10', '11-50', '51-200', '201-1000', '1001+')),
  business_model text check (business_model in ('b2b_monthly', 'b2b_annual', 'b2c_monthly', 'b2c_annual')),
  -- A small raster image as data URL.
  logo text check (length(logo) <= 280000),
  is_demo boolean not null default false,
  -- Sample customers in a company that people really belong to: removing them keeps the company.
  sample_loaded_at timestamptz,
  -- How far the sample customers have come on their way into people's own company, 0 to 1; null when none are on the
  -- way. They are written in one transaction: without this, an empty list would be all that anybody sees meanwhile.
  sample_share real check (sample_share between 0 and 1),
  -- After this time a job deletes the company and every row of it; until then it can be kept after all.
  deletion_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index companies_to_delete on companies (deletion_at) where deletion_at is not null;
select open_system_table('companies');

create table users (
  id uuid primary key default uuidv7(),
  -- Null for platform staff who belong to no company.
  company_id uuid references companies (id) on delete cascade,
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 320),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  platform_role text not null default 'User' check (platform_role in ('User', 'Moderator', 'Admin')),
  company_role text check (company_role in ('Viewer', 'Staff', 'Owner')),
  -- argon2id in PHC form; null until the person has set a password.
  password_hash text,
  -- Where onboarding goes on; without meaning once it is completed.
  onboarding_step text not null default 'profile'
    check (onboarding_step in ('profile', 'company', 'churn', 'data')),
  onboarding_completed_at timestamptz,
  disabled_at timestamptz,
  -- Who deactivated the person: what the platform's staff did a company's Owner cannot undo.
  disabled_by_platform boolean not null default false,
  -- When they were last here, as far as it is older than their sessions: those are deleted after 90 days.
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((company_id is null) = (company_role is null)),
  -- For composite foreign keys of tenant tables.
  unique (company_id, id)
);
select open_system_table('users');

-- A tenant table although it is found by a token: the token names its company, so the walls stand.
create table invitations (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 320),
  role text not null check (role in ('Viewer', 'Staff', 'Owner')),
  token_hash bytea not null,
  invited_by_user_id uuid,
  -- As the invited person reads it.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, invited_by_user_id) references users (company_id, id)
    on delete set null (invited_by_user_id)
);
create unique index invitations_open on invitations (company_id, email)
  where accepted_at is null and revoked_at is null;
select protect_tenant_table('invitations');
