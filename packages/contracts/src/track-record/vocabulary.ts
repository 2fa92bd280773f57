/** What somebody who knows a customer says of its score. */
export const feedbackVerdicts = ["right", "too_high", "too_low"] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

/** What was said of customers on the list of those who need attention first, which judges their scores as well. */
export const markedVerdicts = ["done", "not_a_risk"] as const;
export const countedVerdicts = [...feedbackVerdicts, ...markedVerdicts] as const;
export type CountedVerdict = (typeof countedVerdicts)[number];

export const countedVerdictLabels: Record<CountedVerdict, string> = {
  right: "Right",
  too_high: "Too high",
  too_low: "Too low",
  done: "Acted upon",
  not_a_risk: "Not a risk",
};

export const feedbackVerdictLabels: Record<FeedbackVerdict, string> = {
  right: "Right",
  too_high: "Too high",
  too_low: "Too low",
};
