-- What an Owner lets a language model use in a day, where that is less than the operator's own limit. Null: the operator's.
alter table assistant_models
  add column daily_tokens bigint check (daily_tokens > 0),
  add column daily_cost numeric check (daily_cost > 0);

-- Set aside for questions that are with the model now, so that several at once do not pass the limit together.
alter table assistant_model_use
  add column reserved_tokens bigint not null default 0 check (reserved_tokens >= 0);
