-- A name's search key was lower only where its letters are plain: beside external_id, which is kept in collation "C",
-- lower() knew no other. 'Élan' is found by 'élan' now.
alter table customers
  alter column name_key set expression as (lower(coalesce(full_name, email, external_id) collate "pg_c_utf8"));
