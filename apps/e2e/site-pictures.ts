/**
 * Makes the pictures of the public pages, of a running installation with the sample company:
 * `npm start` in one terminal, `npm run site-pictures -- http://127.0.0.1:4000` in another, then commit what changed in
 * apps/web/public. Screens are taken as they are; nothing is drawn but the frame of the picture that is shared.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import type { BrowserContext, Page } from "playwright-core";
import { findChromium } from "./harness/find-chromium.ts";

const [origin = "http://127.0.0.1:4000"] = process.argv.slice(2);
const out = path.join(import.meta.dirname, "..", "web", "public");
const screen = { width: 1440, height: 900 };
const shared = { width: 1200, height: 630 };
const QUALITY = 0.82;
const owner = { email: "owner@demo.forestay.test", password: "forestay-demo" };

const { executablePath, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  env: { ...(process.env as Record<string, string>), ...env },
});
try {
  const context = await browser.newContext({ baseURL: origin, viewport: screen, reducedMotion: "reduce" });
  await signInAndScore(context);
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto("/app");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  // An analysis takes its time; the page follows it.
  await page.getByText("not scored yet").waitFor({ state: "hidden", timeout: 1_800_000 });
  await page.waitForLoadState("networkidle");
  for (const theme of ["light", "dark"]) {
    await page.evaluate((next) => {
      localStorage.setItem("theme", next);
      document.documentElement.dataset.theme = next;
    }, theme);
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const png = await page.screenshot();
    await writeFile(path.join(out, `product-${theme}.webp`), await asWebp(page, png));
    if (theme === "light") await writeFile(path.join(out, "og.png"), await sharedPicture(page, png));
  }
} finally {
  await browser.close();
}

/** Signs in, and has the sample company scored, which it is not until somebody asks for it. */
async function signInAndScore({ request }: BrowserContext): Promise<void> {
  const { token } = (await (await request.post("/api/auth/login", { data: owner })).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  const done = await request.get("/api/analytics/churn/analyses?pageSize=1", { headers });
  const { totalCount } = (await done.json()) as { totalCount: number };
  if (totalCount === 0) await request.post("/api/analytics/churn/analyze", { headers, data: {} });
}

/** Encoded by the browser itself: no library for it. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async ({ data, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    { data: png.toString("base64"), quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
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
