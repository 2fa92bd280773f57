-- When a canceled subscription counts as churned: with its paid term, or on the day canceling was asked for. What a company
-- chose, and by which choice its rollups were worked out: where the two differ all of them are worked out anew (decision 0206).
alter table companies add column churn_date text not null default 'end_of_paid_term'
  check (churn_date in ('end_of_paid_term', 'request'));
alter table rollup_states add column churn_date text not null default 'end_of_paid_term'
  check (churn_date in ('end_of_paid_term', 'request'));
