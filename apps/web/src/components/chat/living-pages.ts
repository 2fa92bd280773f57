/** This page, as the other tabs of the browser know it while it lives. */
export const pageId = `${performance.timeOrigin}:${Math.random()}`;

const lockOf = (id: string) => `chat-page:${id}`;
// Held until the page goes, however it goes. Browsers have locks where they have what ids are made with: on safe origins.
const locks = (navigator as { locks?: LockManager | null }).locks ?? undefined;
void locks?.request(lockOf(pageId), () => new Promise(() => undefined));

const watched = new Set<string>();

/** Calls back once the page of this id is gone: at once where it is already, or where a browser cannot tell. */
export function whenGone(id: string, then: () => void): void {
  if (locks === undefined) return then();
  if (watched.has(id)) return undefined;
  watched.add(id);
  void locks.request(lockOf(id), () => {
    watched.delete(id);
    then();
  });
  return undefined;
}
