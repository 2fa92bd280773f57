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

/** Keeps a file in this browser until it is imported or a week has passed. Throws where the browser keeps nothing. */
export async function keepFile(kept: KeptFile): Promise<void> {
  await inStore("readwrite", (store) => store.put({ ...kept, keptAt: Date.now() }, KEY));
}

/** The kept file; null where there is none. */
export async function readKeptFile(): Promise<KeptFile | null> {
  const kept = (await inStore("readonly", (store) => store.get(KEY)).catch(() => undefined)) as
    | (KeptFile & { keptAt: number })
    | undefined;
  if (kept === undefined) return null;
  if (Date.now() - kept.keptAt <= KEPT_MS) return { file: kept.file, mapping: kept.mapping };
  await forgetKeptFile();
  return null;
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
