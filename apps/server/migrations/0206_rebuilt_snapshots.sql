-- A snapshot that was worked out afterwards, of what the ledger dates before its day; what was recorded on a day stands
-- before it, and another rebuild replaces it.
alter table customer_snapshots add column rebuilt boolean not null default false;
