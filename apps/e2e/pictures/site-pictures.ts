/**
 * Makes the pictures of the public pages, of a running installation with the sample company:
 * `npm start` in one terminal, `npm run site-pictures -- http://127.0.0.1:4000` in another, then commit what changed in
 * apps/web/public. With `--check` it takes none and says whether they are older than the screen they show. Screens are taken as they are; nothing is drawn but the frame of the picture that is shared.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { siteScreens } from "./docs-screens.ts";
import { olderThanTheirScreens, reportAge, SITE_MANIFEST, stateOf } from "./pictures-age.ts";
import { asWebp, PUBLIC, shootIn, themes, withSample } from "./picture-browser.ts";

const [origin = "http://127.0.0.1:4000"] = process.argv.slice(2);
const screen = { width: 1440, height: 900 };
const shared = { width: 1200, height: 630 };

if (origin === "--check") {
  reportAge(await olderThanTheirScreens(siteScreens, SITE_MANIFEST));
} else {
  await withSample(origin, screen, async (page) => {
    for (const theme of themes) {
      const png = await shootIn(page, theme);
      await writeFile(path.join(PUBLIC, `product-${theme}.webp`), await asWebp(page, png));
      if (theme === "light") await writeFile(path.join(PUBLIC, "og.png"), await sharedPicture(page, png));
    }
    const taken = await Promise.all(siteScreens.map(async (one) => [one.name, await stateOf(one)] as const));
    await writeFile(SITE_MANIFEST, `${JSON.stringify(Object.fromEntries(taken), null, 2)}\n`);
  });
}

/** What is shown where somebody shares a link: the promise above the product, in the product's own type. */
async function sharedPicture(page: Page, png: Buffer): Promise<Buffer> {
  const size = page.viewportSize();
  await page.setViewportSize(shared);
  await page.evaluate((data) => {
    const cover = document.createElement("div");
    cover.id = "shared-picture";
    const headline = document.createElement("p");
    headline.textContent = "See who’s about to leave, and what will keep them.";
    const name = document.createElement("p");
    name.textContent = "Forestay";
    const product = new Image();
    product.src = `data:image/png;base64,${data}`;
    cover.append(name, headline, product);
    const set = (element: HTMLElement, styles: Record<string, string>) =>
      Object.assign(element.style, styles);
    set(cover, {
      position: "fixed",
      inset: "0",
      zIndex: "999",
      overflow: "hidden",
      background: "var(--canvas)",
      color: "var(--ink)",
      padding: "52px 64px",
    });
    set(name, { margin: "0", font: "640 28px/1 'Instrument Sans Variable'", color: "var(--brand)" });
    set(headline, {
      margin: "14px 0 30px",
      maxWidth: "980px",
      font: "600 58px/1.04 'Instrument Sans Variable'",
      letterSpacing: "-0.036em",
    });
    set(product, { width: "1072px", borderRadius: "14px", border: "1px solid var(--line-strong)" });
    document.body.append(cover);
    return product.decode();
  }, png.toString("base64"));
  const picture = await page.screenshot();
  await page.evaluate(() => document.querySelector("#shared-picture")?.remove());
  if (size !== null) await page.setViewportSize(size);
  return picture;
}
