-- 'Highest value at risk first, unknown last' reads this index from its start; the one it replaces sorted unknown first
-- that way round, and every page sorted all results.
drop index churn_analysis_results_by_value;
create index churn_analysis_results_by_value on churn_analysis_results
  (company_id, analysis_id, value_at_risk_cents desc nulls last, customer_id desc, level);
