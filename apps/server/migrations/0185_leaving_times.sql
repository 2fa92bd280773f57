-- When a customer leaves, with the score: of 100 such customers, how many within 30, 60 and 90 days, and the days until
-- half of them have. Null where the score says nothing of when, or for longer than customers were watched.
alter table customers
  add column leaves_within_30 smallint check (leaves_within_30 between 0 and 100),
  add column leaves_within_60 smallint check (leaves_within_60 between 0 and 100),
  add column leaves_within_90 smallint check (leaves_within_90 between 0 and 100),
  add column expected_days smallint check (expected_days > 0);
