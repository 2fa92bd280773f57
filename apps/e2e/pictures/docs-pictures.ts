/**
 * Takes the documentation's pictures anew, of a running installation with the sample company: `npm start` in one terminal,
 * `npm run docs-pictures -- http://127.0.0.1:4000` in another, then commit what changed. With `--check` it takes none and
 * says which are older than the screens they show.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { docsScreens } from "./docs-screens.ts";
import { asWebp, PUBLIC, shootIn, themes, withSample } from "./picture-browser.ts";
import { MANIFEST, olderThanTheirScreens, reportAge, stateOf } from "./pictures-age.ts";

/** As the pages of the documentation lay them out (apps/web/build/docs/render-markdown.ts). */
const screen = { width: 1280, height: 800 };
const [first = "http://127.0.0.1:4000"] = process.argv.slice(2);

if (first === "--check") {
  reportAge(await olderThanTheirScreens(docsScreens));
} else {
  await withSample(first, screen, async (page) => {
    const taken: Record<string, string> = {};
    for (const one of docsScreens) {
      await one.open(page);
      await page.waitForLoadState("networkidle");
      for (const theme of themes) {
        const name = theme === "light" ? one.name : `${one.name}-dark`;
        await writeFile(
          path.join(PUBLIC, `docs-${name}.webp`),
          await asWebp(page, await shootIn(page, theme)),
        );
      }
      taken[one.name] = await stateOf(one);
      process.stdout.write(`${one.name}\n`);
    }
    await writeFile(MANIFEST, `${JSON.stringify(taken, null, 2)}\n`);
  });
}
