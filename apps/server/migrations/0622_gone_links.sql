-- The few that are gone are found without reading a company's links: each batch of a first reading asks whether one came back.
create index customer_links_gone on customer_links (company_id, source, source_id) where gone_at is not null;
