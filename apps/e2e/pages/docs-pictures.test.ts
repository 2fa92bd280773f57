import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { builtSite } from "../harness/built-web.ts";
import { openPage } from "../harness/open-page.ts";
import { docsScreens, siteScreens } from "../pictures/docs-screens.ts";
import { MANIFEST, SITE_MANIFEST, stateOf } from "../pictures/pictures-age.ts";
import { PUBLIC } from "../pictures/picture-browser.ts";

const MOST_BYTES = 100_000;

it("every picture of the documentation is taken by its script, in both themes, small, and shown on a page", async () => {
  const names = docsScreens.map(({ name }) => name);
  const files = names.flatMap((name) => [`docs-${name}.webp`, `docs-${name}-dark.webp`]);
  const there = (await readdir(PUBLIC)).filter((name) => /^docs-.*\.webp$/.test(name));
  expect(there.toSorted()).toEqual(files.toSorted());
  for (const file of files)
    expect([file, (await stat(path.join(PUBLIC, file))).size < MOST_BYTES]).toEqual([file, true]);
  // What was there when they were taken is written down, so that `npm run docs-pictures -- --check` can tell their age.
  const taken = JSON.parse(await readFile(MANIFEST, "utf8")) as Record<string, string>;
  expect(Object.keys(taken).toSorted()).toEqual(names.toSorted());
  const ofTheSite = JSON.parse(await readFile(SITE_MANIFEST, "utf8")) as Record<string, string>;
  expect(Object.keys(ofTheSite)).toEqual(siteScreens.map(({ name }) => name));
  for (const state of [...Object.values(taken), ...Object.values(ofTheSite)])
    expect(state).toMatch(/^[0-9a-f]{16}$/);
  for (const screen of [...docsScreens, ...siteScreens])
    expect(await stateOf(screen)).toMatch(/^[0-9a-f]{16}$/);
  const { pages } = await builtSite();
  const shown = [...pages.values()].flatMap((html) =>
    [...html.matchAll(/src="\/(docs-[^"]+)"/g)].map(([, file = ""]) => file),
  );
  expect([...new Set(shown)].toSorted()).toEqual(files.toSorted());
});

it("a picture is that of the reader's theme, and as large as its page says", async () => {
  await using opened = await openPage("/docs/first-analysis", { as: null });
  const { page } = opened;
  const light = page.locator("img.doc-light");
  const dark = page.locator("img.doc-dark");
  await light.scrollIntoViewIfNeeded();
  const size = await light.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight, image.width < image.naturalWidth];
  });
  expect(size).toEqual([
    Number(await light.getAttribute("width")),
    Number(await light.getAttribute("height")),
    true,
  ]);
  expect(await dark.isVisible()).toBe(false);
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  await dark.waitFor();
  expect(await light.isVisible()).toBe(false);
});
