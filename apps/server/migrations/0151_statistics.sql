-- A bulk write has the planner's statistics brought up to date itself, and not up to a minute later: until then a plan
-- rests on a company that has no rows.
grant maintain on customers, customer_snapshots to forestay_app;
