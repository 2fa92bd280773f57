-- A file's rows are customers, or what customers were sold, billed and did.
alter table import_jobs
  add column kind text not null default 'customers'
    check (kind in ('customers', 'subscriptions', 'invoices', 'payments', 'events')),
  -- Files that were brought in together.
  add column group_id uuid,
  -- Rows that wait for their customer, and customers that were made for rows.
  add column parked_count bigint not null default 0,
  add column customers_created_count bigint not null default 0;

-- Of a ledger's rows: what the row amounts to, and the day it is of.
alter table import_row_keys
  add column currency text,
  add column amount_minor bigint,
  add column happened_on date,
  -- Of a customer that would be made for the row.
  add column customer_hash bigint;
