-- How an uploaded file is read as a table: { sheets, sheet, hasHeadings, asksHeadings }.
alter table import_jobs add column reading jsonb not null
  default '{"sheets": [], "sheet": null, "hasHeadings": true, "asksHeadings": false}';
