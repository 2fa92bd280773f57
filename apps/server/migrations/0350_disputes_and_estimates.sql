-- What a payment provider says of a try beside its decline code: what to do next, and which card it was, told by a name that
-- is no card number (the networks count tries by it). And that the cardholder's bank took the payment back.
alter table payment_attempts
  add column advice_code text check (length(advice_code) <= 200),
  add column network_advice_code text check (length(network_advice_code) <= 200),
  add column card_brand text check (length(card_brand) <= 60),
  add column card_key text check (length(card_key) <= 200),
  -- Null: no dispute was told of, or when it began is not known.
  add column disputed_at timestamptz,
  -- 'open' until it is decided for the company ('won') or the customer ('lost'); 'unknown': it is disputed, and we may not see how it stands.
  add column dispute_state text check (dispute_state in ('open', 'won', 'lost', 'unknown'));
create index payment_attempts_disputed on payment_attempts (company_id, source, invoice_source_id)
  where dispute_state is not null;

-- True: a mean of what was billed after use, as nobody can say ahead what it will be. Null: it is what is charged.
alter table subscription_prices add column is_estimated boolean;
