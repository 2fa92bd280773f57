-- When a notification was in its person's digest: each is in one, however late the worker comes and however long the
-- day is. An open one that is updated is news again.
alter table notifications add column digested_at timestamptz;
