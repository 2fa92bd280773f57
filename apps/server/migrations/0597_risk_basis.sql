-- What a customer's value is made of, and how many are valued otherwise than by revenue. Kept anew within ten minutes.
alter table risk_values add column valued_by text check (valued_by in ('revenue', 'lifetime'));
alter table risk_days add column by_lifetime integer not null default 0, add column of_unknown_value integer not null default 0;
alter table rollup_states no force row level security;
update rollup_states set customers_version = -1 where customers_version is not null;
alter table rollup_states force row level security;
