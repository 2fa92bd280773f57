const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z");
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Whether ISO 8601 and PostgreSQL can both write this moment; what lies before -4713 PostgreSQL refuses as an error of ours. */
export function isWritableMoment(moment: Date): boolean {
  const ms = moment.getTime();
  return ms >= EARLIEST_MS && ms <= LATEST_MS;
}
