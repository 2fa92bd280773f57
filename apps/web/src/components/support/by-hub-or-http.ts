/** The hub answers in milliseconds; when it does not, HTTP is tried. */
const HUB_ANSWER_MS = 5000;

/**
 * Does what may be done twice with the outcome of once: by the hub first, by HTTP where that fails or answers with anything
 * but the thing of this id.
 */
export async function byHubOrHttp<T extends { id: string }>(
  id: string,
  byHub: () => Promise<T>,
  byHttp: () => Promise<T>,
): Promise<T> {
  try {
    const done = await within(HUB_ANSWER_MS, byHub());
    // Only what says that it was kept is an answer.
    if ((done as T | null)?.id !== id) throw new Error("The hub did not answer");
    return done;
  } catch {
    return byHttp();
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The hub did not answer")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
