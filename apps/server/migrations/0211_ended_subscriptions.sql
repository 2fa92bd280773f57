-- Why subscriptions ended is read by when they did.
create index subscriptions_by_end on subscriptions (company_id, ended_at) where ended_at is not null;
