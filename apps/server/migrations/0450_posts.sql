-- A connected chat: which of its channels hears of what, and what was posted.

create table integration_channels (
  company_id uuid not null,
  provider text not null,
  -- A kind of notification, or 'digest'.
  kind text not null check (length(kind) between 1 and 60),
  channel_id text not null check (length(channel_id) between 1 and 40),
  channel_name text not null check (length(channel_name) <= 200),
  -- Of the digest: its hour on the company's clock, the day it was last written for, and up to when it told.
  hour integer check (hour between 0 and 23),
  day date,
  told_until timestamptz,
  -- Why the last message did not arrive; null: it did.
  problem text check (length(problem) <= 500),
  primary key (company_id, provider, kind),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
select protect_tenant_table('integration_channels');

-- One row a fact and channel: it is posted once.
create table integration_posts (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  provider text not null,
  -- What it is of: a fact that is told again has the same.
  unique_key text not null check (length(unique_key) between 1 and 300),
  channel_id text not null check (length(channel_id) between 1 and 40),
  channel_name text not null check (length(channel_name) <= 200),
  -- Stands out above the text; null: nothing does.
  title text check (length(title) <= 300),
  text text not null check (length(text) <= 3000),
  -- Where it leads, in the app.
  link_url text check (length(link_url) <= 2000),
  link_label text check (length(link_label) <= 200),
  -- 'sending': a worker is about to ask, and did not hear the answer yet.
  status text not null check (status in ('waiting', 'sending', 'posted', 'failed', 'unsure')),
  attempts integer not null default 0,
  -- Of one that waits.
  next_try_at timestamptz,
  tried_at timestamptz,
  posted_at timestamptz,
  failure text check (length(failure) <= 500),
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, provider, unique_key),
  foreign key (company_id, provider) references integrations (company_id, provider) on delete cascade
);
create index integration_posts_waiting on integration_posts (company_id, provider, next_try_at) where status in ('waiting', 'sending');
create index integration_posts_by_channel on integration_posts (company_id, provider, channel_id, tried_at);
select protect_tenant_table('integration_posts');
