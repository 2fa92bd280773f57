-- What became of a payment of a system that was disconnected before it: nobody can say.
alter table recovery_cards drop constraint recovery_cards_outcome_check,
  add constraint recovery_cards_outcome_check check (outcome in ('replaced', 'charged', 'failed', 'ended', 'unknown'));
