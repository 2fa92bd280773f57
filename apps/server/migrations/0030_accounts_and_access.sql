-- Codes, two-factor, invitations, API keys, the audit log, and what onboarding and settings add to companies and users.

alter table users
  -- Where onboarding goes on; without meaning once it is completed.
  add column onboarding_step text not null default 'profile'
    check (onboarding_step in ('profile', 'company', 'churn', 'data'));

alter table companies
  add column size text check (size in ('1-10', '11-50', '51-200', '201-1000', '1001+')),
  add column business_model text
    check (business_model in ('b2b_monthly', 'b2b_annual', 'b2c_monthly', 'b2c_annual')),
  -- A small raster image as data URL.
  add column logo text check (length(logo) <= 280000),
  -- After this time a job deletes the company and every row of it; until then it can be kept after all.
  add column deletion_at timestamptz,
  -- Sample customers in a company that people really belong to: removing them keeps the company.
  add column sample_loaded_at timestamptz;
create index companies_to_delete on companies (deletion_at) where deletion_at is not null;

alter table scoring_settings
  add column churn_definition text not null default 'cancelled'
    check (churn_definition in ('cancelled', 'inactive', 'cancelled_or_inactive')),
  add column inactive_days integer not null default 60 check (inactive_days between 7 and 365);

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('logout', 'reuse', 'disabled', 'password_change', 'role_change', 'ended_elsewhere', 'ended_by_admin'));

-- One live code per address and purpose: a newer one takes the row. Not a tenant table: the address may belong to
-- nobody yet.
create table verification_codes (
  email text not null check (length(email) between 3 and 320),
  purpose text not null check (purpose in ('sign_in', 'reset', 'change_email')),
  -- Of a change of e-mail: whose.
  user_id uuid references users (id) on delete cascade,
  -- HMAC of purpose, address and code: six digits alone would be guessed from a hash in no time.
  code_hash bytea not null,
  guesses smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (email, purpose)
);
create index verification_codes_age on verification_codes (expires_at);
create index verification_codes_user on verification_codes (user_id);
select open_system_table('verification_codes');

create table user_two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key derived from SECRET_KEYS.
  sealed_secret bytea not null,
  -- Null until a first code proved that the app has the secret.
  confirmed_at timestamptz,
  -- A code counts once: neither this time step nor an earlier one is accepted again.
  last_used_step bigint not null default 0,
  created_at timestamptz not null
);
select open_system_table('user_two_factor');

create table two_factor_recovery_codes (
  user_id uuid not null references user_two_factor (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
select open_system_table('two_factor_recovery_codes');

-- The time between a right password (or e-mailed code) and the second factor.
create table mfa_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  guesses smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mfa_challenges_age on mfa_challenges (expires_at);
create index mfa_challenges_user on mfa_challenges (user_id);
select open_system_table('mfa_challenges');

-- Tenant tables although they are found by a token: the token names its company, so the walls stand.
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

create table api_keys (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  -- First characters of the key's secret part, to tell keys apart.
  prefix text not null,
  token_hash bytea not null,
  scopes text[] not null,
  -- A key acts with the role that its maker has at that moment, and stops with them.
  created_by_user_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, token_hash),
  foreign key (company_id, created_by_user_id) references users (company_id, id) on delete cascade
);
select protect_tenant_table('api_keys');

-- A download link asked for by an API key has no session behind it.
alter table download_tickets
  alter column session_id drop not null,
  add column company_id uuid,
  add column api_key_id uuid,
  add foreign key (company_id, api_key_id) references api_keys (company_id, id) on delete cascade,
  add check ((session_id is null) = (api_key_id is not null)),
  add check ((company_id is null) = (api_key_id is null));
create index download_tickets_api_key on download_tickets (company_id, api_key_id);

-- Who changed what, when and from where. Append-only: the app's role may neither change nor delete an entry.
create table audit_entries (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  -- No foreign keys: an entry outlives the person, the key and the thing.
  actor_user_id uuid,
  actor text not null,
  via text not null check (via in ('screen', 'api_key', 'job')),
  api_key_id uuid,
  action text not null check (length(action) between 3 and 60),
  target_id uuid,
  target text check (length(target) <= 500),
  ip_address text,
  -- Only the fields that changed.
  before jsonb,
  after jsonb,
  primary key (company_id, id)
);
create index audit_entries_newest on audit_entries (company_id, occurred_at, id);
create index audit_entries_actor on audit_entries (company_id, actor_user_id, occurred_at);
create index audit_entries_target on audit_entries (company_id, target_id, occurred_at);
select protect_tenant_table('audit_entries');
revoke update, delete on audit_entries from forestay_app;

-- The same for what concerns no company: platform staff who belong to none, and companies that are gone.
create table platform_audit_entries (
  id uuid primary key default uuidv7(),
  occurred_at timestamptz not null default clock_timestamp(),
  actor_user_id uuid,
  actor text not null,
  via text not null check (via in ('screen', 'api_key', 'job')),
  action text not null check (length(action) between 3 and 60),
  target_id uuid,
  target text check (length(target) <= 500),
  ip_address text,
  before jsonb,
  after jsonb
);
create index platform_audit_entries_target on platform_audit_entries (target_id, occurred_at);
create index platform_audit_entries_actor on platform_audit_entries (actor_user_id, occurred_at);
select open_system_table('platform_audit_entries');
revoke update, delete on platform_audit_entries from forestay_app;

-- Append-only, and yet a person can be erased: ids, actions and field names stay, personal values go, also where the
-- person's address stands in entries about other things (their invitation, for one). As the owner, because the app
-- itself may not touch an entry; row-level security holds for the owner too (FORCE).
create function erase_person_from_audit(person uuid, email text) returns void language sql security definer
set search_path = public, pg_temp as $$
  update audit_entries e set
    actor = case when actor_user_id = person then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
  update platform_audit_entries set
    actor = case when actor_user_id = person then 'Deleted person' else actor end,
    ip_address = case when actor_user_id = person then null else ip_address end,
    target = case when target_id = person or position(email in lower(target)) > 0 then 'Deleted person' else target end,
    before = case when target_id = person or position(email in lower(before::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(before) key) else before end,
    after = case when target_id = person or position(email in lower(after::text)) > 0
      then (select jsonb_object_agg(key, 'null'::jsonb) from jsonb_object_keys(after) key) else after end
  where actor_user_id = person or target_id = person or position(email in lower(target)) > 0
    or position(email in lower(before::text)) > 0 or position(email in lower(after::text)) > 0;
$$;
revoke execute on function erase_person_from_audit(uuid, text) from public;
grant execute on function erase_person_from_audit(uuid, text) to forestay_app;
