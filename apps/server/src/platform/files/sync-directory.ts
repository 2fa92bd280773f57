import { open } from "node:fs/promises";

/** A new file survives a power cut only once its directory's entry has been written too. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
