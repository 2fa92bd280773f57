-- Sessions, codes and second factors. None is a tenant table: they are read before the company is known.

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
  end_reason text check (end_reason in
    ('logout', 'reuse', 'disabled', 'password_change', 'role_change', 'ended_elsewhere', 'ended_by_admin')),
  ip_address text,
  user_agent text check (length(user_agent) <= 400)
);
create index sessions_user on sessions (user_id);
select open_system_table('sessions');

-- One live code per address and purpose: a newer one takes the row. The address may belong to nobody yet.
create table verification_codes (
  email text not null check (length(email) between 3 and 320),
  -- restore_email: the old address of an account that moved can take it back for a while, by a link.
  purpose text not null check (purpose in ('sign_in', 'reset', 'change_email', 'restore_email')),
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
create index verification_codes_hash on verification_codes (code_hash) where purpose = 'restore_email';
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
