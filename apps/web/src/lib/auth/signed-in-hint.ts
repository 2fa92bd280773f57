const KEY = "forestay.signed-in";

/**
 * Whether somebody is signed in with this browser, as far as it remembers: for the words of a link on pages that ask no
 * server. It opens nothing.
 */
export function readSignedInHint(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

export function keepSignedInHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: the link says "Log in", and leads on all the same.
  }
}
