-- Companies (tenants), their staff and their sessions, and the two functions every later migration uses.
--
-- Tenant tables lead every key with company_id and call protect_tenant_table(): row-level security is the second
-- wall behind the queries' own company filter, and the same keys are what a tenant-sharded Postgres needs.
-- Users, sessions and codes are not tenant tables: they are read before the company is known.

create function protect_tenant_table(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  -- Without FORCE the owner of a table sees every row although row-level security is enabled.
  execute format('alter table %s force row level security', tenant_table);
  -- nullif: after a transaction with a local setting the value is '' on that connection, not null.
  execute format(
    'create policy tenant_isolation on %s using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)'
    ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant_table);
  execute format('grant select, insert, update, delete on %s to forestay_app', tenant_table);
end $$;

create function open_system_table(system_table regclass) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to forestay_app', system_table);
end $$;

create table companies (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) <= 200),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'UTC',
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
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
  onboarding_completed_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((company_id is null) = (company_role is null)),
  -- For composite foreign keys of tenant tables.
  unique (company_id, id)
);
select open_system_table('users');

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  -- SHA-256 of the cookie's 256 random bits; the value itself is never stored.
  token_hash bytea not null unique,
  -- The value before the last rotation, good for 60 s so that parallel tabs are not signed out.
  previous_token_hash bytea unique,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'reuse', 'disabled', 'password_change', 'role_change')),
  ip_address text,
  user_agent text check (length(user_agent) <= 400)
);
create index sessions_user on sessions (user_id);
select open_system_table('sessions');

-- Counters of limits that must hold over all processes. Unlogged: losing them in a crash only forgives.
create unlogged table rate_limit_counters (
  key text primary key,
  window_started_at timestamptz not null,
  count integer not null
);
create index rate_limit_counters_age on rate_limit_counters (window_started_at);
select open_system_table('rate_limit_counters');

-- Answers kept 24 h for repeats of a request with the same Idempotency-Key.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  route text not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  -- Null while the first request is still at work.
  response_status integer,
  response_body jsonb,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
select open_system_table('idempotency_keys');

-- One-time links for downloads: a browser cannot put a bearer on a plain link, and a big file must not pass through
-- a page's memory. Not a tenant table: it is read by its token, before the company is known.
create table download_tickets (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index download_tickets_age on download_tickets (expires_at);
select open_system_table('download_tickets');
