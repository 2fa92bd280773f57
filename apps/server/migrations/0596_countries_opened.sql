-- How many customers of a country paid a year before: retention by country opens their rows. Worked out anew within the hour.
alter table country_figures add column opened integer not null default 0;
alter table rollup_states no force row level security;
update rollup_states set countries_version = -1 where countries_version is not null;
alter table rollup_states force row level security;
