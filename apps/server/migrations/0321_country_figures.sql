-- Revenue and retention by country at the end of the last full month. Countries are a column of the company's own, so that they
-- are no key of the rollups: one statement over the movements makes them anew when customers or movements have changed.
create table country_figures (
  company_id uuid not null references companies (id) on delete cascade,
  -- The last day of the month.
  until date not null,
  currency text not null,
  -- As it stands in the column; '' of whom it is not known.
  country text collate "C" not null,
  -- Who pays then, and how much.
  customers integer not null,
  mrr_minor bigint not null,
  -- What customers of a year before paid then, what of it nobody counted with more pays now, and what they pay now.
  opening_minor bigint not null,
  kept_minor bigint not null,
  closing_minor bigint not null,
  -- Who paid at the month's beginning, and of them who pays nothing at its end.
  active_at_start integer not null,
  "left" integer not null,
  primary key (company_id, until, currency, country)
);
select protect_tenant_table('country_figures');

-- From what they were last worked out; null: never.
alter table rollup_states
  add column countries_as_of timestamptz,
  -- The column of the company's customers that was taken for the country; null: there was none.
  add column countries_column text,
  add column countries_version bigint;
