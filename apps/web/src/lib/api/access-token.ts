let accessToken: string | undefined;
const listeners = new Set<(token: string | undefined) => void>();

/** The short-lived bearer token. It lives in memory only: never in storage, where any script could read it for good. */
export function getAccessToken(): string | undefined {
  return accessToken;
}

export function setAccessToken(token: string | undefined): void {
  if (token === accessToken) return;
  accessToken = token;
  for (const listener of listeners) listener(token);
}

/** Calls back whenever the token changes (the live connection reads it). Returns the way to stop. */
export function onAccessTokenChange(listener: (token: string | undefined) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
