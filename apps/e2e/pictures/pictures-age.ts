import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DocsScreen } from "./docs-screens.ts";

const WEB = path.join(import.meta.dirname, "..", "..", "web", "src");
/** What was there when each picture was taken, by its name. */
export const MANIFEST = path.join(import.meta.dirname, "docs-pictures.json");

/** A word for everything that draws this screen, as it is now: another one means that the picture may be old. */
export async function stateOf({ drawnBy }: DocsScreen): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of drawnBy) {
    const names = (await readdir(path.join(WEB, folder), { recursive: true })).filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
    );
    for (const name of names.toSorted()) {
      hash.update(`${folder}/${name.split(path.sep).join("/")}\0`);
      hash.update(await readFile(path.join(WEB, folder, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** The pictures whose screens have changed since they were taken, and those never taken. */
export async function olderThanTheirScreens(screens: readonly DocsScreen[]): Promise<string[]> {
  const taken = JSON.parse(await readFile(MANIFEST, "utf8")) as Record<string, string>;
  const states = await Promise.all(screens.map(async (screen) => ({ screen, state: await stateOf(screen) })));
  return states.filter(({ screen, state }) => taken[screen.name] !== state).map(({ screen }) => screen.name);
}
