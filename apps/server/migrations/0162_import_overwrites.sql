-- Values of extra attributes that a dry run found to come from another file: [{ column, key, fileName, customers }].
alter table import_jobs add column overwrites jsonb not null default '[]';
-- Of a row of a dry run: keys of its attributes that hold another file's values, and other ones.
alter table import_row_keys add column overwritten text[];
