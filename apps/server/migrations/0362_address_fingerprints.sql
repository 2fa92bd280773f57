-- What is kept of an address is a fingerprint and opens nothing: it goes with a company's export, by a name that says so.

alter table mail_suppressions rename column address_hash to fingerprint;
alter table customer_messages rename column address_hash to fingerprint;
