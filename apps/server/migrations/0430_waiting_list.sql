-- Visitors who asked to be let in. They belong to no company; the platform's staff alone read them.
create table waiting_list_entries (
  id uuid primary key default uuidv7(),
  email text not null unique check (length(email) between 3 and 320),
  first_name text not null default '' check (length(first_name) <= 100),
  last_name text not null default '' check (length(last_name) <= 100),
  company_name text not null default '' check (length(company_name) <= 200),
  source text not null default '' check (length(source) <= 60),
  status text not null default 'Pending'
    check (status in ('Pending', 'Confirmed', 'Invited', 'Registered', 'Removed')),
  joined_at timestamptz not null,
  -- Of the mail that asks to confirm, where the installation has one sent; the newest counts.
  confirm_token_hash bytea unique,
  confirmed_at timestamptz,
  -- Of the link by which they register; the newest counts.
  invitation_token_hash bytea unique,
  invited_at timestamptz,
  invited_until timestamptz,
  registered_at timestamptz
);
create index waiting_list_entries_newest on waiting_list_entries (joined_at desc, id desc);
create index waiting_list_entries_by_status on waiting_list_entries (status, joined_at desc, id desc);
grant select, insert, update, delete on waiting_list_entries to forestay_app;
