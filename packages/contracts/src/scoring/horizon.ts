/** Horizon of the score unless the company chose another (decision 3). */
export const DEFAULT_HORIZON_DAYS = 90;
