export const businessModels = ["b2b_monthly", "b2b_annual", "b2c_monthly", "b2c_annual"] as const;
export const companySizes = ["1-10", "11-50", "51-200", "201-1000", "1001+"] as const;
/** When a canceled subscription counts as churned: with its paid term, or on the day canceling was asked for. */
export const churnDates = ["end_of_paid_term", "request"] as const;
