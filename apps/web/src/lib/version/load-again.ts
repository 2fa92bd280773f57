/**
 * Loads the page again from where it is, because part of its code is gone. False where that was tried a moment ago and did
 * not help, or cannot be kept from becoming a loop; then somebody has to be told. The page itself does it (index.html),
 * as it does where the app never started.
 */
export function loadAgain(): boolean {
  return !window.dispatchEvent(new Event("forestay:code-gone", { cancelable: true }));
}
