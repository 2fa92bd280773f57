-- When a campaign that is planned starts by itself; null for every other.
alter table campaigns add column starts_at timestamptz;
