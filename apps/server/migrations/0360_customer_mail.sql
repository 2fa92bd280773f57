-- Messages to a company's customers: who they come from, who is not written to, and each message with what became of it.

create table sender_domains (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  domain text not null check (domain = lower(domain) and length(domain) between 4 and 200),
  -- Stands in a record of the domain: whoever can add it keeps the domain.
  ownership_token text not null,
  selector text not null,
  public_key text not null,
  sealed_private_key bytea not null,
  -- What the last look found, by record.
  found jsonb not null default '{}',
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_by_user_id uuid,
  created_by_api_key_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index sender_domains_once on sender_domains (company_id, domain);
select protect_tenant_table('sender_domains');

create table sending_settings (
  company_id uuid not null references companies (id) on delete cascade,
  sender_name text not null,
  local_part text not null,
  domain_id uuid,
  reply_to text,
  postal_address text not null,
  cap_messages integer not null check (cap_messages between 1 and 50),
  cap_days integer not null check (cap_days between 1 and 90),
  -- 'HH:MM' on the customer's clock; both or neither.
  quiet_from text,
  quiet_to text,
  counts_clicks boolean not null,
  counts_opens boolean not null,
  primary key (company_id),
  foreign key (company_id, domain_id) references sender_domains (company_id, id) on delete set null (domain_id),
  check ((quiet_from is null) = (quiet_to is null))
);
select protect_tenant_table('sending_settings');

-- A fingerprint and no address: it outlives the erasure of whoever it was.
create table mail_suppressions (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  address_hash bytea not null check (length(address_hash) = 32),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'added')),
  source text not null,
  since timestamptz not null,
  primary key (company_id, id)
);
create unique index mail_suppressions_once on mail_suppressions (company_id, address_hash, reason);
create index mail_suppressions_by_age on mail_suppressions (company_id, since desc, id desc);
select protect_tenant_table('mail_suppressions');

-- What messages say, once for all who get the same.
create table customer_mail_contents (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  content_hash bytea not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index customer_mail_contents_once on customer_mail_contents (company_id, content_hash);
select protect_tenant_table('customer_mail_contents');

-- Where links of messages lead: a link itself carries an id, never an address that somebody could put in its place.
create table customer_mail_links (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  url text not null,
  url_hash bytea not null,
  primary key (company_id, id)
);
create unique index customer_mail_links_once on customer_mail_links (company_id, url_hash);
select protect_tenant_table('customer_mail_links');

create table customer_messages (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- One message for each cause, however often it runs.
  unique_key text not null check (length(unique_key) <= 300),
  -- Gone with its customer. Null: a test to a member of the staff.
  customer_id uuid,
  address text not null,
  address_hash bytea not null,
  kind text not null check (kind in ('marketing', 'transactional')),
  -- Who asked for it: 'campaign', 'recovery', 'test'; which of them, and which step of it.
  source_kind text not null,
  source_id uuid,
  step_id text,
  content_id uuid not null,
  tag_values jsonb not null,
  time_zone text,
  status text not null check (status in ('waiting', 'sending', 'sent', 'kept', 'unknown', 'failed', 'suppressed', 'cancelled', 'expired')),
  reason text,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  -- When it left, or was put into the outbox, or may have left.
  sent_at timestamptz,
  -- It was refused for the moment until it was given up: a strike against its address.
  is_strike boolean not null default false,
  opened_at timestamptz,
  clicked_at timestamptz,
  clicks integer not null default 0,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  foreign key (company_id, content_id) references customer_mail_contents (company_id, id)
);
create unique index customer_messages_once on customer_messages (company_id, unique_key);
create index customer_messages_due on customer_messages (company_id, due_at, id) where status = 'waiting';
create index customer_messages_sending on customer_messages (company_id) where status = 'sending';
create index customer_messages_of_address on customer_messages (company_id, address_hash, sent_at);
create index customer_messages_of_customer on customer_messages (company_id, customer_id, created_at desc);
create index customer_messages_of_source on customer_messages (company_id, source_kind, source_id, step_id);
create index customer_messages_strikes on customer_messages (company_id, address_hash) where is_strike;
select protect_tenant_table('customer_messages');
