export type StorageName = "localStorage" | "sessionStorage";

/** What this browser keeps under a key; null where it keeps nothing, or must not keep anything. */
export function storedText(name: StorageName, key: string): string | null {
  try {
    return window[name].getItem(key);
  } catch {
    // Even to ask is refused where a browser blocks storage.
    return null;
  }
}

/** Keeps a text, or with null nothing any more; false where the browser keeps nothing. */
export function storeText(name: StorageName, key: string, text: string | null): boolean {
  try {
    if (text === null) window[name].removeItem(key);
    else window[name].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
