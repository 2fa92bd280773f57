/** SQLSTATE classes and codes that say "the database is away or overloaded", not "the statement is wrong". */
const unavailableStates = /^(08|57P|53)|^57014$|^25P03$/;
const unavailableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
]);
/** node-postgres reports these without a code. */
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/i;

/** True where trying again later is the right advice: no connection, no free one, cancelled by a timeout. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === "string" && (unavailableCodes.has(code) || unavailableStates.test(code))) return true;
  return unavailableMessages.test(error.message);
}

/**
 * True where two writes met: of one key (23505), of a row that another one removed (23503) or of rows locked crosswise
 * (40P01, 40001). One of them came too late; nothing of it was kept.
 */
export function isWriteConflict(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && /^(23505|23503|40P01|40001)$/.test(code);
}

/** What PostgreSQL and the system say of a disk, or of an account on it, without room. */
const diskFullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** True where a file or a row found no room: waiting does not help, somebody has to make some. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && diskFullCodes.has(String((error as { code?: unknown }).code));
}

/** The constraint that a unique_violation names, or null for any other error. */
export function violatedUniqueConstraint(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === "23505" && typeof constraint === "string" ? constraint : null;
}
