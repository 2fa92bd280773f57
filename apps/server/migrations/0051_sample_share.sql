-- How far the sample customers have come on their way into people's own company, 0 to 1; null when none are on the way.
-- They are written in one transaction: without this, an empty list would be all that anybody sees meanwhile.
alter table companies add column sample_share real check (sample_share between 0 and 1);
