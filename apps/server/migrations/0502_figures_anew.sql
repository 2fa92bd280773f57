-- What is counted otherwise than before is kept anew: a payment that was recovered and given back, the reason of an end that was told of
-- every price of a subscription, and an answer of the cancel flow that was told of every subscription of its customer. One company at a time.
do $$
declare
  opened constant text[] := array['subscriptions', 'subscription_prices', 'invoices', 'payment_attempts', 'cancel_sessions',
    'ledger_changes', 'recovery_marks'];
  one text;
  company uuid;
begin
  foreach one in array opened loop
    execute format('alter table %I no force row level security', one);
  end loop;
  for company in select id from companies loop
    with refunded as (
      select distinct i.customer_id from invoices i
      where i.company_id = company and i.refunded_minor > 0 and exists (select from payment_attempts p
        where p.company_id = company and p.source = i.source and p.invoice_source_id = i.source_id and not p.succeeded)
    ), followed as (
      insert into recovery_marks (company_id, customer_id) select company, customer_id from refunded
    )
    insert into ledger_changes (company_id, customer_id)
      select company, customer_id from refunded
      union select company, s.customer_id from subscriptions s
        where s.company_id = company and (s.ended_by is not null or s.end_reason is not null)
          and (select count(*) from subscription_prices p where p.company_id = company and p.subscription_id = s.id) > 1
      union select company, c.customer_id from cancel_sessions c
        where c.company_id = company and c.outcome = 'canceled'
          and (select count(*) from subscriptions s where s.company_id = company and s.customer_id = c.customer_id) > 1;
  end loop;
  foreach one in array opened loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
