-- Amounts are stored in the minor units of ISO 4217. Files were always read so; what a program, a person or a connected system told was
-- kept by another table (that of how many decimals people like to see), which differs for 17 currencies. Those amounts move; triggers
-- mark the customers whose figures follow from them.
create temporary table moved_digits (currency text primary key, factor bigint not null) on commit drop;
insert into moved_digits
  select code, 100 from unnest(string_to_array('AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SLL SOS SYP YER', ' ')) code
  union all select 'IQD', 1000;

-- What is changed, and what triggers read and mark.
create temporary table opened_tables on commit drop as select unnest(array['subscriptions', 'subscription_prices', 'invoices',
  'payment_attempts', 'customers', 'customer_tellers', 'ledger_stale_customers', 'ledger_changes', 'recovery_marks', 'recovery_cases',
  'segments', 'segment_stale_customers']) as name;
do $$ declare one text; begin
  for one in select name from opened_tables loop
    execute format('alter table %I no force row level security', one);
  end loop;
end $$;

update subscription_prices p set amount_minor = p.amount_minor * m.factor, discount_minor = p.discount_minor * m.factor,
    included_tax_minor = p.included_tax_minor * m.factor
  from moved_digits m, subscriptions s
  where m.currency = p.currency and s.company_id = p.company_id and s.id = p.subscription_id and s.source <> 'file';
update invoices i set amount_minor = i.amount_minor * m.factor, paid_minor = i.paid_minor * m.factor,
    refunded_minor = i.refunded_minor * m.factor
  from moved_digits m where m.currency = i.currency and i.source <> 'file';
update payment_attempts a set amount_minor = a.amount_minor * m.factor
  from moved_digits m where m.currency = a.currency and a.source <> 'file';
insert into ledger_stale_customers (company_id, customer_id)
  select distinct i.company_id, i.customer_id from invoices i join moved_digits m using (currency) where i.source <> 'file'
  union select s.company_id, s.customer_id from subscriptions s
    join subscription_prices p on p.company_id = s.company_id and p.subscription_id = s.id
    join moved_digits m on m.currency = p.currency where s.source <> 'file'
  on conflict do nothing;

-- Each amount by who told it: 'as_stored' keeps that, for nobody tells anything now.
select set_config('app.teller', 'as_stored', true);
with told as (
  select c.company_id, c.id, m.factor, revenue.source as revenue_source, value.source as value_source
  from customers c join companies o on o.id = c.company_id
    join moved_digits m on m.currency = coalesce(c.currency, o.currency)
    left join customer_tellers revenue on revenue.company_id = c.company_id
      and revenue.id = coalesce(c.value_sources ->> 'monthly_revenue_cents', c.created_teller)
    left join customer_tellers value on value.company_id = c.company_id
      and value.id = coalesce(c.value_sources ->> 'lifetime_value_cents', c.created_teller)
)
update customers c set
    monthly_revenue_cents = case when t.revenue_source in ('person', 'key', 'system') then c.monthly_revenue_cents * t.factor
      else c.monthly_revenue_cents end,
    lifetime_value_cents = case when t.value_source in ('person', 'key', 'system') then c.lifetime_value_cents * t.factor
      else c.lifetime_value_cents end
  from told t
  where t.company_id = c.company_id and t.id = c.id
    and ('person' in (t.revenue_source, t.value_source) or 'key' in (t.revenue_source, t.value_source)
      or 'system' in (t.revenue_source, t.value_source));
select set_config('app.teller', '', true);

do $$ declare one text; begin
  for one in select name from opened_tables loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
