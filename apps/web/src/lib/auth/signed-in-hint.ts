import { storedText, storeText } from "../browser-storage.ts";

const KEY = "forestay.signed-in";

/**
 * Whether somebody is signed in with this browser, as far as it remembers: for the words of a link on pages that ask no
 * server. It opens nothing.
 */
export function readSignedInHint(): boolean {
  return storedText("localStorage", KEY) === "yes";
}

export function keepSignedInHint(isSignedIn: boolean): void {
  // In a browser that keeps nothing the link says "Log in", and leads on all the same.
  storeText("localStorage", KEY, isSignedIn ? "yes" : null);
}
