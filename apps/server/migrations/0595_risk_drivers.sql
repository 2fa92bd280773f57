-- The main reason of a customer's score stands with what it puts at risk, so that a reason's share opens its customers.
alter table risk_values add column driver text;
-- Kept anew within ten minutes: reasons as they were counted do not say what they put at risk.
alter table risk_days no force row level security;
update risk_days set reasons = '[]' where reasons <> '[]';
alter table risk_days force row level security;
alter table rollup_states no force row level security;
update rollup_states set customers_version = -1 where customers_version is not null;
alter table rollup_states force row level security;
