import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { JobStatus } from "@forestay/contracts";
import type { JobStatusValue } from "@forestay/contracts";
import { chromium } from "playwright-core";
import type { BrowserContext, Page } from "playwright-core";
import { findChromium } from "../harness/find-chromium.ts";

const QUALITY = 0.82;
const LOOKED_AT_EVERY_MS = 2_000;
/** Of the sample company, as `npm start` prints it. */
const owner = { email: "owner@demo.forestay.test", password: "forestay-demo" };
export const themes = ["light", "dark"] as const;
/** Where the web takes pictures from. */
export const PUBLIC = path.join(import.meta.dirname, "..", "..", "web", "public");

/**
 * Opens a running installation as the Owner of its sample company, who is scored by then, hands its page to `take` and
 * closes it. `origin`: `http://127.0.0.1:4000`.
 */
export async function withSample(
  origin: string,
  viewport: { width: number; height: number },
  take: (page: Page) => Promise<void>,
): Promise<void> {
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const context = await browser.newContext({ baseURL: origin, viewport, reducedMotion: "reduce" });
    await signInAndScore(context);
    const page = await context.newPage();
    page.setDefaultTimeout(180_000);
    await page.goto("/app");
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    // An analysis takes its time; the page follows it.
    await page.getByText("not scored yet").waitFor({ state: "hidden", timeout: 1_800_000 });
    await page.waitForLoadState("networkidle");
    await take(page);
  } finally {
    await browser.close();
  }
}

/** Signs in, and has the sample company scored, which it is not until somebody asks for it. */
async function signInAndScore({ request }: BrowserContext): Promise<void> {
  const { token } = (await (await request.post("/api/auth/login", { data: owner })).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  const newest = async () => {
    const answer = await request.get("/api/analytics/churn/analyses?pageSize=1", { headers });
    return ((await answer.json()) as { items: { status: JobStatusValue }[] }).items[0]?.status;
  };
  if ((await newest()) === undefined)
    await request.post("/api/analytics/churn/analyze", { headers, data: {} });
  for (;;) {
    const status = await newest();
    if (status === JobStatus.Completed) return;
    if (status === JobStatus.Failed || status === JobStatus.Cancelled)
      throw new Error("The sample's newest analysis did not finish: run one, then take the pictures.");
    await delay(LOOKED_AT_EVERY_MS);
  }
}

/** The screen in one theme, once nothing on it loads or moves. */
export async function shootIn(page: Page, theme: (typeof themes)[number]): Promise<Buffer> {
  await page.evaluate((next) => {
    localStorage.setItem("theme", next);
    document.documentElement.dataset.theme = next;
  }, theme);
  await page.waitForFunction(
    () =>
      document.querySelector("[aria-busy=true]") === null &&
      document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.screenshot();
}

/** Encoded by the browser itself: no library for it. */
export async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
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
