-- Which next steps a score recommended: whom a measured effect compares with. Kept here because results are not: those of
-- nightly scorings are forgotten after two weeks, and an outcome is known after the horizon.
alter table customer_score_history
  -- Codes of the steps. Null: none were recommended.
  add column recommended_steps text[];
update customer_score_history h
  set recommended_steps = (select array_agg(step ->> 'code') from jsonb_array_elements(r.recommendations) step)
  from churn_analysis_results r
  where r.company_id = h.company_id and r.analysis_id = h.analysis_id and r.customer_id = h.customer_id
    and r.recommendations <> '[]';
