/** What somebody who knows a customer says of its score. */
export const feedbackVerdicts = ["right", "too_high", "too_low"] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

export const feedbackVerdictLabels: Record<FeedbackVerdict, string> = {
  right: "Right",
  too_high: "Too high",
  too_low: "Too low",
};
