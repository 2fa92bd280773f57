-- Fields of a customer that the ledger rules, each with its value as files said it: files' news of them goes here while the
-- ledger knows better, and comes back to the column when it no longer does (decision 0063). Null: the ledger rules none.
alter table customers add column file_values jsonb;
