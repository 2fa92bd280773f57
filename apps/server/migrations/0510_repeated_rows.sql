-- Later imports that brought a row again as it stood, since it last changed: while one of them counts, undoing the import
-- that wrote the row leaves it. The newest eight: undoing is offered for seven days.
alter table subscriptions add column repeated_by uuid[];
alter table invoices add column repeated_by uuid[];
alter table payment_attempts add column repeated_by uuid[];
-- Of events only which batch brought some of another's again: a mark on each of millions would cost every import.
alter table event_batches add column repeated_by integer[];
