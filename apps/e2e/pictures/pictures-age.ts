import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DocsScreen } from "./docs-screens.ts";

const WEB = path.join(import.meta.dirname, "..", "..", "web", "src");
/** What was there when each picture was taken, by its name: of the documentation, and of the public pages. */
export const MANIFEST = path.join(import.meta.dirname, "docs-pictures.json");
export const SITE_MANIFEST = path.join(import.meta.dirname, "site-pictures.json");
/** On every picture, whatever it is of. */
const ON_ALL = ["app/shell", "components/ui"];

/** A word for everything that draws this screen, as it is now: another one means that the picture may be old. */
export async function stateOf({ drawnBy }: Pick<DocsScreen, "drawnBy">): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of [...drawnBy, ...ON_ALL]) {
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
export async function olderThanTheirScreens(
  screens: readonly Pick<DocsScreen, "name" | "drawnBy">[],
  manifest = MANIFEST,
): Promise<string[]> {
  const taken = JSON.parse(await readFile(manifest, "utf8")) as Record<string, string>;
  const states = await Promise.all(screens.map(async (screen) => ({ screen, state: await stateOf(screen) })));
  return states.filter(({ screen, state }) => taken[screen.name] !== state).map(({ screen }) => screen.name);
}

/** Says which pictures are to be taken anew, and ends with 1 where any is. */
export function reportAge(old: readonly string[]): void {
  process.stdout.write(
    old.length === 0
      ? "All pictures are as new as their screens.\n"
      : `To be taken anew: ${old.join(", ")}\n`,
  );
  process.exitCode = old.length === 0 ? 0 : 1;
}
