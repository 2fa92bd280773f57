export const bulkActionStatuses = ["waiting", "running", "done", "failed", "undoing", "undone"] as const;
export type BulkActionStatus = (typeof bulkActionStatuses)[number];

/** Still at work: to be looked at again. */
export const isBulkActionOpen = (status: BulkActionStatus): boolean =>
  status === "waiting" || status === "running" || status === "undoing";

/** For so many days an action can be taken back; then what it changed is forgotten. */
export const BULK_UNDO_DAYS = 7;
/** How often one at work is looked at where no news comes. */
export const BULK_POLL_MS = 2000;
