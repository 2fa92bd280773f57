/** Horizon of the score unless the company chose another. */
export const DEFAULT_HORIZON_DAYS = 90;
