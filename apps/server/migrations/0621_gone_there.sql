-- Since when a record that is a customer here is deleted in its system; null: it is there.
alter table customer_links add column gone_at timestamptz;
