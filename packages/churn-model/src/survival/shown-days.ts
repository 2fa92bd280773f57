/** The numbers of days that a customer's chances are shown for. */
export const SHOWN_DAYS = [30, 60, 90] as const;
