/** Days of the week as ISO 8601 numbers them: Monday is 1. */
export const weekdays = [
  { value: 1, label: "Monday" },
  { value: 2, label: "Tuesday" },
  { value: 3, label: "Wednesday" },
  { value: 4, label: "Thursday" },
  { value: 5, label: "Friday" },
  { value: 6, label: "Saturday" },
  { value: 7, label: "Sunday" },
] as const;

/** When a weekly report comes unless somebody chose otherwise: Monday at eight. */
export const USUAL_REPORT_TIME = { weekday: 1, hour: 8 } as const;
