-- What models that had not seen a row said of it, for every row a version learned from: what its challengers are compared
-- with. Twelve bytes a row: a hash of the row's id and a logit. Null in versions stored before it was kept.
alter table churn_models add column held_out bytea;
-- Hashes do not compress: trying costs time with every write.
alter table churn_models alter column held_out set storage external;
