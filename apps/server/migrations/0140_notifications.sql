-- Notifications of a company's people, their preferences, the risk alerts' memory and the digests sent.

create table notifications (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  -- Whose it is: one row per recipient, seen by nobody else.
  user_id uuid not null,
  kind text not null check (length(kind) between 1 and 60),
  category text not null check (length(category) between 1 and 60),
  type text not null check (type in ('Success', 'Error', 'Failed', 'Warning', 'Info', 'Information')),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) <= 2000),
  -- Relative path below /app.
  action_url text check (action_url like '/%' and action_url not like '//%' and length(action_url) <= 2000),
  action_text text check (length(action_text) <= 60),
  -- While a notification with this key is unread, another one updates it instead of standing beside it.
  dedupe_key text check (length(dedupe_key) between 1 and 200),
  -- What is at stake, in minor units of the company's currency: the digest's order.
  value_at_risk_cents bigint,
  -- [{ customerId, name, score, valueAtRiskCents }]: the customers it is about, the most valuable first.
  customers jsonb not null default '[]',
  created_at timestamptz not null,
  read_at timestamptz,
  -- When it was in its person's digest: each is in one, however late the worker comes and however long the day is. An
  -- open one that is updated is news again.
  digested_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index notifications_newest on notifications (company_id, user_id, created_at, id);
create index notifications_unread on notifications (company_id, user_id, created_at, id) where read_at is null;
create unique index notifications_open on notifications (company_id, user_id, kind, dedupe_key)
  where read_at is null and dedupe_key is not null;
-- Retention deletes by age.
create index notifications_age on notifications (company_id, created_at);
select protect_tenant_table('notifications');

-- A person without a row has the defaults.
create table notification_preferences (
  company_id uuid not null,
  user_id uuid not null,
  -- { kind: { inApp, email } }; a kind that is missing has its default.
  kinds jsonb not null default '{}',
  quiet_from time,
  quiet_to time,
  digest_hour smallint check (digest_hour between 0 and 23),
  -- IANA name, of quiet hours and digest.
  time_zone text not null check (length(time_zone) between 1 and 60),
  updated_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);
select protect_tenant_table('notification_preferences');

-- One digest per person and day of theirs, however often the job runs.
create table notification_digests (
  company_id uuid not null,
  user_id uuid not null,
  day date not null,
  created_at timestamptz not null,
  primary key (company_id, user_id, day),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
select protect_tenant_table('notification_digests');

-- The memory of risk alerts: only customers whose last alert, or whose stay near an edge, still matters. A customer
-- without a row was last told of (if ever) at the level it has.
create table risk_alert_states (
  company_id uuid not null,
  customer_id uuid not null,
  -- The level people were last told, or may take for granted.
  told_level smallint not null check (told_level between 0 and 3),
  -- Null: never alerted, only near an edge.
  alerted_at timestamptz,
  primary key (company_id, customer_id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade
);
select protect_tenant_table('risk_alert_states');
