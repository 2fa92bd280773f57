-- When a try whose answer was lost was asked for last: it may have been made at any of these calls. Null: asked once.
alter table recovery_tries add column asked_again_at timestamptz check (asked_again_at >= asked_at);
