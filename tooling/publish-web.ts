import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/** A page that was opened before an update gets the rest of its code from the build it came from for so long. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 3600_000;
const ASSETS = "assets";
/** Names the assets of the newest build, one a line. */
const CURRENT = ".current";

/**
 * Puts a finished build where servers read it, while they do: nothing there is ever missing or half. Assets carry a hash
 * of what is in them, so those of earlier builds stay beside the new ones and leave 30 days after a newer build took
 * their place; the page, which names the new ones, comes last. `built` lies on the same disk and is used up.
 */
export async function publishWeb(built: string, served: string, now = new Date()): Promise<void> {
  await mkdir(path.join(served, ASSETS), { recursive: true });
  const assets = await namesIn(path.join(built, ASSETS));
  await retire(served, new Set(assets), now);
  for (const name of assets) {
    await rename(path.join(built, ASSETS, name), path.join(served, ASSETS, name));
  }
  await writeFile(path.join(built, CURRENT), assets.join("\n"));
  const others = (await namesIn(built)).filter((name) => name !== ASSETS);
  const isPage = (name: string) => name.startsWith("index.html");
  for (const name of [...others.filter((one) => !isPage(one)), ...others.filter(isPage)]) {
    await rename(path.join(built, name), path.join(served, name));
  }
  await rm(built, { recursive: true });
}

/** The days of those begin that were the newest build's until now; where the days are over the file goes. */
async function retire(served: string, current: ReadonlySet<string>, now: Date): Promise<void> {
  const known = await readFile(path.join(served, CURRENT), "utf8").catch(() => null);
  const newest = known === null ? null : new Set(known.split("\n"));
  for (const name of await namesIn(path.join(served, ASSETS))) {
    if (current.has(name)) continue;
    const file = path.join(served, ASSETS, name);
    if (newest === null || newest.has(name)) await utimes(file, now, now);
    else if (now.getTime() - (await stat(file)).mtimeMs > KEPT_DAYS * DAY_MS) await rm(file);
  }
}

const namesIn = (directory: string) => readdir(directory).catch(() => [] as string[]);
