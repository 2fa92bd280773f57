-- Its reader's mail service told that the reader called the message unwanted.
alter table customer_messages add column complained_at timestamptz;
