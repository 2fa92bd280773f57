import type { ImportMapping } from "@forestay/contracts/wire";

/** A file that was tried before signing up, with what its columns were taken for. It never left this browser. */
export interface KeptFile {
  file: File;
  mapping: ImportMapping;
}

const DATABASE = "forestay-own-file";
const STORE = "files";
const KEY = "own";
/** Whoever has not come back by then is not going to import it. */
const KEPT_MS = 7 * 86_400_000;

/** Keeps a file in this browser until it is imported, a week has passed or its person signs out. Throws where the browser keeps nothing. */
export async function keepFile(kept: KeptFile): Promise<void> {
  await inStore("readwrite", (store) => store.put({ ...kept, keptAt: Date.now() } satisfies Stored, KEY));
}

interface Stored extends KeptFile {
  keptAt: number;
  /** Whose it is: undefined until somebody has signed in. */
  userId?: string;
}

/**
 * The kept file, for the person whose it is; null where there is none, or it is somebody else's. A visitor has no name yet:
 * whoever signs in first on this browser afterwards is taken for them, and nobody after that.
 */
export async function readKeptFile(userId: string): Promise<KeptFile | null> {
  const kept = (await inStore("readonly", (store) => store.get(KEY)).catch(() => undefined)) as
    | Stored
    | undefined;
  if (kept === undefined) return null;
  if (Date.now() - kept.keptAt > KEPT_MS) {
    await forgetKeptFile();
    return null;
  }
  if (kept.userId === undefined) {
    const bound: Stored = { ...kept, userId };
    await inStore("readwrite", (store) => store.put(bound, KEY)).catch(() => undefined);
  } else if (kept.userId !== userId) return null;
  return { file: kept.file, mapping: kept.mapping };
}

export async function forgetKeptFile(): Promise<void> {
  await inStore("readwrite", (store) => store.delete(KEY)).catch(() => undefined);
}

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
    opening.addEventListener("error", () => reject(opening.error ?? new Error("No database")));
    opening.addEventListener("success", () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => {
        database.close();
        resolve(asked.result);
      });
      transaction.addEventListener("abort", () => {
        database.close();
        reject(transaction.error ?? new Error("Not kept"));
      });
    });
  });
}
