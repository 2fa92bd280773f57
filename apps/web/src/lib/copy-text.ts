/** Puts a text into the clipboard; false where the browser keeps it from the page: plain http on another machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
