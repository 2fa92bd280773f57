-- Rules may ask when a customer first paid, whether it still pays and why it stopped. That is worked out of the ledger some
-- seconds after the ledger changed, so that the change alone marks a customer too early: what it pays marks it again.
create trigger movements_inserted_for_segments after insert on mrr_movements referencing new table as changed_rows
  for each statement execute function mark_segment_customers();
create trigger movements_deleted_for_segments after delete on mrr_movements referencing old table as changed_rows
  for each statement execute function mark_segment_customers();
