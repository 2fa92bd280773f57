const MASK = "••••••";

/**
 * Blots out codes and sign-in links; a link may stand in HTML with its ampersands escaped. What is asked in SQL goes
 * through mask_secrets() of migration 0062, which does the same to plain text.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const spellings = secrets.flatMap((secret) => [secret, secret.replaceAll("&", "&amp;")]);
  // The longest first: a code may stand inside a link.
  return spellings
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}
