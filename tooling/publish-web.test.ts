import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishWeb } from "./publish-web.ts";

let directory: string;
let served: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-publish-"));
  served = path.join(directory, "dist");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const assets = async () => (await readdir(path.join(served, "assets"))).sort();
const page = () => readFile(path.join(served, "index.html"), "utf8");

async function publish(names: readonly string[], now: Date): Promise<void> {
  const built = path.join(served, ".next");
  await mkdir(path.join(built, "assets"), { recursive: true });
  for (const name of names) await writeFile(path.join(built, "assets", name), name);
  await writeFile(path.join(built, "index.html"), names.join());
  await writeFile(path.join(built, "favicon.svg"), "<svg/>");
  await publishWeb(built, served, now);
}

it("keeps what an earlier build's pages still ask for, thirty days from when a newer one took its place", async () => {
  await publish(["a-1.js", "shared.js"], day(1));
  await publish(["a-2.js", "shared.js"], day(60));
  expect(await assets()).toEqual(["a-1.js", "a-2.js", "shared.js"]);
  expect(await page()).toBe("a-2.js,shared.js");
  await publish(["a-3.js", "shared.js"], day(80));
  expect(await assets()).toEqual(["a-1.js", "a-2.js", "a-3.js", "shared.js"]);
  await publish(["a-4.js"], day(95));
  expect(await assets()).toEqual(["a-2.js", "a-3.js", "a-4.js", "shared.js"]);
  expect((await readdir(served)).sort()).toEqual([".current", "assets", "favicon.svg", "index.html"]);
});

it("keeps the assets of a build that was put there by a version that emptied the place", async () => {
  await mkdir(path.join(served, "assets"), { recursive: true });
  await writeFile(path.join(served, "assets", "old.js"), "old");
  await writeFile(path.join(served, "index.html"), "old");
  await publish(["a-1.js"], day(1));
  expect(await assets()).toEqual(["a-1.js", "old.js"]);
  expect(await page()).toBe("a-1.js");
});
