/** How far somebody on the waiting list has come. `Pending`: joined; `Confirmed`: showed that the address is theirs. */
export const waitingListStatuses = ["Pending", "Confirmed", "Invited", "Registered", "Removed"] as const;
export type WaitingListStatus = (typeof waitingListStatuses)[number];

/**
 * Nobody fills a form in quicker than this; what is sent earlier is taken for a program's. The web waits it out, so that
 * a browser that fills in by itself loses nobody.
 */
export const FORM_LEAST_MS = 1500;
