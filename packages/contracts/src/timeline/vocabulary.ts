/**
 * What a customer's timeline can be looked through for: bills and payments, what it did with the product, what it asked, what was
 * written to it, what people did, and how its score and segments moved.
 */
export const timelineParts = ["billing", "use", "support", "messages", "work", "risk"] as const;
export type TimelinePart = (typeof timelineParts)[number];

/** Lines of a page unless asked otherwise. */
export const TIMELINE_PAGE_SIZE = 20;
