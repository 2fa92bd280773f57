-- Which factors moved a score by five points or more against the one before it. Kept here because results with their
-- factors are not: those of nightly scorings are forgotten after two weeks.
alter table customer_score_history
  -- [{ feature, label, before, after, points }], largest first; the points add up to the change of the score.
  -- Null: a smaller change, the first score, or one of the two without factors.
  add column moved_by jsonb;
