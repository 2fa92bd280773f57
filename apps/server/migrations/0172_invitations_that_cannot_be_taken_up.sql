-- When the invited person opened the link and could not join with this address: the inviting company reads that much, and
-- not why.
alter table invitations add column unusable_at timestamptz;
