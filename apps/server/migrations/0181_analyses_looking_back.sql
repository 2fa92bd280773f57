-- The earlier day that an analysis looks back to; null for one of the day it is run on.
alter table churn_analyses add column as_of timestamptz;
