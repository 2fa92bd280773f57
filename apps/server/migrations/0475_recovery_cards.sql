-- Cards that end before the payment that they are meant for: found at the provider, asked about before, followed to the payment.

create table recovery_cards (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  source text collate "C" not null,
  subscription_source_id text collate "C" not null,
  -- The last day on which the card is good. Once per subscription and card: what was asked about is not asked about again.
  ends_on date not null,
  customer_id uuid not null,
  customer_source_id text not null,
  plan text,
  brand text not null check (length(brand) <= 40),
  last4 text not null check (length(last4) <= 8),
  -- Its network or wallet usually renews it without anybody's doing.
  renews_itself boolean not null,
  -- The first payment after its end.
  charges_at timestamptz not null,
  -- When the provider was last seen to say so.
  looked_at timestamptz not null,
  -- Drawn once, of those who may be asked: asked, or not, so that it can be said what asking changes.
  arm text check (arm in ('sent', 'control')),
  messages smallint not null default 0,
  -- Of the last message: how many days before the payment it was for.
  last_message_day smallint,
  last_message_at timestamptz,
  link_opened_at timestamptz,
  held_reason text,
  outcome text check (outcome in ('replaced', 'charged', 'failed', 'ended')),
  closed_at timestamptz,
  primary key (company_id, id),
  unique (company_id, source, subscription_source_id, ends_on),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check ((outcome is null) = (closed_at is null))
);
create index recovery_cards_open on recovery_cards (company_id, charges_at, id) where closed_at is null;
create index recovery_cards_closed on recovery_cards (company_id, closed_at desc, id) where closed_at is not null;
create index recovery_cards_of_customer on recovery_cards (company_id, customer_id);
select protect_tenant_table('recovery_cards');

-- When the providers' cards were read last, and why they could not be.
create table recovery_card_looks (
  company_id uuid not null references companies (id) on delete cascade,
  read_at timestamptz,
  has_source boolean not null default false,
  problem text,
  primary key (company_id)
);
select protect_tenant_table('recovery_card_looks');
