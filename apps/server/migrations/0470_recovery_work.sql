-- What is done about failed payments from here: messages, tries of our own, and a group that is written to later.

create table recovery_settings (
  company_id uuid not null references companies (id) on delete cascade,
  -- Failures from then on are written to; null: nobody is.
  sends_since timestamptz,
  -- Failures from then on are tried again by us; null: the provider charges, we observe.
  own_since timestamptz,
  control_percent smallint not null default 5 check (control_percent between 0 and 20),
  -- Nobody who does not know it can say who is in the group that is written to later.
  control_key bytea not null,
  primary key (company_id)
);
select protect_tenant_table('recovery_settings');

alter table recovery_cases
  -- When it has to be looked at next; null: not before something changes.
  add column look_at timestamptz,
  -- What happens next and when, as it is shown.
  add column next_what text check (next_what in ('message', 'try')),
  add column next_at timestamptz,
  -- Why nothing is done that its policy has.
  add column held_reason text,
  -- The customer's bank took a payment back, and that is not decided: nobody writes, nothing is tried.
  add column is_disputed boolean not null default false,
  -- Drawn once: written to by its sequence, or later.
  add column arm text check (arm in ('sent', 'control')),
  add column last_message_day smallint,
  add column last_message_at timestamptz;
alter table recovery_cases no force row level security;
update recovery_cases set look_at = first_failed_at where closed_at is null;
alter table recovery_cases force row level security;
create index recovery_cases_to_look_at on recovery_cases (company_id, look_at, id) where closed_at is null;
create index recovery_cases_by_arm on recovery_cases (company_id, currency, first_failed_at) where arm is not null;
create index recovery_cases_undrawn on recovery_cases (company_id, first_failed_at) where arm is null;
create index recovery_cases_by_next on recovery_cases (company_id, next_at, id) where closed_at is null;

-- What was done about a failed payment, by a schedule or a person; append-only.
create table recovery_deeds (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  case_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('message', 'link_sent', 'paused', 'resumed', 'marked_paid', 'written_off', 'unmarked', 'link_made')),
  -- Of a message: its day in the sequence, and what it is called.
  day smallint,
  subject text check (length(subject) <= 300),
  note text not null default '',
  done_by_user_id uuid,
  done_by_api_key_id uuid,
  -- Null: by the schedule.
  done_by text,
  primary key (company_id, id),
  foreign key (company_id, case_id) references recovery_cases (company_id, id) on delete cascade
);
create index recovery_deeds_of_case on recovery_deeds (company_id, case_id, at);
select protect_tenant_table('recovery_deeds');

-- Every try to collect that was ours, by its bill and not by its case: a case that goes with an import that is taken back
-- and comes again still knows them. Written before the provider is asked, so that a try whose answer was lost is asked for
-- again with the same key, and never made twice.
create table recovery_tries (
  company_id uuid not null,
  source text collate "C" not null,
  invoice_source_id text collate "C" not null,
  n smallint not null check (n > 0),
  customer_id uuid not null,
  idempotency_key text not null,
  state text not null check (state in ('asked', 'paid', 'declined', 'not_tried', 'unknown')),
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- Of a decline its code; of what was not tried why.
  code text check (length(code) <= 200),
  advice_code text check (length(advice_code) <= 200),
  network_advice_code text check (length(network_advice_code) <= 200),
  asked_by_user_id uuid,
  asked_by_api_key_id uuid,
  -- Null: by the schedule.
  asked_by text,
  primary key (company_id, source, invoice_source_id, n),
  foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade,
  check ((state = 'asked') = (answered_at is null))
);
create index recovery_tries_of_customer on recovery_tries (company_id, customer_id, asked_at);
-- One at a time for a bill.
create unique index recovery_tries_one_open on recovery_tries (company_id, source, invoice_source_id) where state = 'asked';
select protect_tenant_table('recovery_tries');
