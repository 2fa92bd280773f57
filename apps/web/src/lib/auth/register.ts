/** Signing up with a password: there is none. A mailed code is the way in; no screen calls this. */
export function register(): Promise<never> {
  return Promise.reject(new Error("Register not implemented"));
}
