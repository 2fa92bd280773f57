-- The old address of an account that moved can take it back for a while: its mail's link is kept as a hash beside the
-- codes, one per address like them.
alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes add constraint verification_codes_purpose_check
  check (purpose in ('sign_in', 'reset', 'change_email', 'restore_email'));
create index verification_codes_hash on verification_codes (code_hash) where purpose = 'restore_email';
