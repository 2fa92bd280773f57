-- A retention page of all time reads every row of a company here, in the order of its key: with what is counted in the key it
-- reads no row of the table for that (a million customers: 50 ms instead of 117, and 16 instead of 45 for each plan).
alter table tenure_days
  drop constraint tenure_days_pkey,
  add constraint tenure_days_pkey primary key (company_id, plan, day, lasted) include (customers);
