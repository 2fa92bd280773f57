-- How often an account of a connected system may be called: one bucket of tokens for all processes. Named by system and
-- account, whoever's it is: the account's limit does not know our companies.
create table outbound_buckets (
  name text collate "C" primary key check (length(name) <= 300),
  -- Below zero: promised to those who wait already.
  tokens double precision not null,
  at timestamptz not null
);
create index outbound_buckets_age on outbound_buckets (at);
select open_system_table('outbound_buckets');
