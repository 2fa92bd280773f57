-- Why nothing leaves this installation: a copy restored from a backup must not mail the people whose data it holds, while
-- the one that the backup was made of goes on. Not a tenant table: it is said of the whole installation.
create table outgoing_holds (
  -- What somebody who may start it has to set to let mail out.
  release_code text primary key,
  held_since timestamptz not null,
  backup_made_at timestamptz not null
);
select open_system_table('outgoing_holds');
