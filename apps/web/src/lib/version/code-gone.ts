/** Whether this is the failure of a page whose code is gone, most often after an update: a reload mends it, trying again does not. */
export function isCodeGone(error: unknown): boolean {
  // Each browser has its own words for it; of a style sheet the build's are the same everywhere.
  return (
    error instanceof Error &&
    /dynamically imported module|module script|unable to preload css/i.test(error.message)
  );
}
