-- What customers say in the cancel flow is why their subscriptions ended: figures by reason are kept anew with it (decision 0065).
create trigger cancel_sessions_updated after update on cancel_sessions referencing old table as before_rows new table as after_rows
  for each statement execute function mark_ledger_changes();
create trigger cancel_sessions_deleted after delete on cancel_sessions referencing old table as before_rows
  for each statement execute function mark_ledger_changes();

-- Of before: those who said something.
alter table cancel_sessions no force row level security;
alter table ledger_changes no force row level security;
insert into ledger_changes (company_id, customer_id)
  select distinct company_id, customer_id from cancel_sessions where outcome = 'canceled';
alter table cancel_sessions force row level security;
alter table ledger_changes force row level security;
