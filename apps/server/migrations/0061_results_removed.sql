-- When the results of a scheduled analysis, customer by customer, were removed. Its quality and totals stay, and a page
-- that shows none of its customers can say why.
alter table churn_analyses add column results_removed_at timestamptz;
-- Those removed before this was written down went in the night after their two weeks, give or take a day.
update churn_analyses a set results_removed_at = a.completed_at + interval '15 days'
  where a.trigger <> 'person' and a.status = 3 and a.customers_analyzed > 0
    and not exists (select from churn_analysis_results r where r.company_id = a.company_id and r.analysis_id = a.id);
