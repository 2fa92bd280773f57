/** Between asking to delete a company and its end: time to change one's mind. */
export const DELETION_GRACE_DAYS = 7;
