-- Of a dry run's subscription without an id: whose it is, and its last day, by which those that overlap are found.
alter table import_row_keys
  add column without_id_of bigint,
  add column ends_on date;
