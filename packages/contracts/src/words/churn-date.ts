import type { churnDates } from "../settings/vocabulary.ts";

/** Beside figures of revenue and retention: until when a subscription that was canceled is in them. */
export const churnDateWords: Record<(typeof churnDates)[number], string> = {
  end_of_paid_term: "A canceled subscription counts until its paid term ends.",
  request: "A canceled subscription counts until the day canceling was asked for.",
};
