export const analysisStages = [
  "queued",
  "reading",
  "screening",
  "training",
  "measuring",
  "scoring",
  "writing",
  "done",
] as const;
