import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DocsScreen } from "./docs-screens.ts";

const WEB = path.join(import.meta.dirname, "..", "..", "web", "src");
/** What was there when each picture was taken, by its name: of the documentation, and of the public pages. */
export const MANIFEST = path.join(import.meta.dirname, "docs-pictures.json");
export const SITE_MANIFEST = path.join(import.meta.dirname, "site-pictures.json");
/** On every picture, whatever it is of. */
const ON_ALL = ["app/shell", "components/ui", "styles"];
const DRAWS = /\.(?:tsx?|css)$/;
const SHARED_PART = /"@\/(components\/[^/"]+)/g;

/** A folder's files that draw, or the one file that a name is. */
async function filesOf(name: string): Promise<string[]> {
  if (DRAWS.test(name)) return [name];
  return (await readdir(path.join(WEB, name), { recursive: true }))
    .filter((file) => DRAWS.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${name}/${file.split(path.sep).join("/")}`);
}

/**
 * A word for everything that draws this screen, as it is now: another one means that the picture may be old. Of the parts
 * that screens share (`components/`), those that it names.
 */
export async function stateOf({ drawnBy }: Pick<DocsScreen, "drawnBy">): Promise<string> {
  const own = (await Promise.all(drawnBy.map(filesOf))).flat();
  const texts = await Promise.all(own.map((file) => readFile(path.join(WEB, file), "utf8")));
  const shared = texts.flatMap((text) => [...text.matchAll(SHARED_PART)].map(([, part = ""]) => part));
  const parts = await Promise.all([...new Set([...shared, ...ON_ALL])].map(filesOf));
  const hash = createHash("sha256");
  for (const file of [...new Set([...own, ...parts.flat()])].toSorted()) {
    hash.update(`${file}\0`);
    hash.update(await readFile(path.join(WEB, file)));
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
