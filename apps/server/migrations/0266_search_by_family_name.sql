-- With the id beside it, whoever is searched by a misspelled family name is found in the index alone.
drop index customers_by_name_tail;
create index customers_by_name_tail on customers (company_id, name_tail_key, id) where name_tail_key is not null;
