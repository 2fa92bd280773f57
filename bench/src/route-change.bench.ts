import type { Page } from "playwright-core";
import type { BenchResult } from "./bench-result.ts";
import { startBenchApp } from "./bench-app.ts";
import { launchBrowser } from "./browser.ts";
import { seedCustomers } from "./seed-customers.ts";
import { quantile } from "./timing.ts";

export const needsWeb = true;

const CUSTOMERS = 2_000;
const ROUNDS = 20;
const MOST_MS = 100;

const places = [
  { link: "Dashboard", heading: "Dashboard" },
  { link: "Insights", heading: "Insights" },
  { link: "Segments", heading: "Segments" },
  { link: "Customers", heading: "Customers" },
] as const;

/**
 * From a click in the side navigation until the page's heading is painted, of pages that were open before: their code and data
 * come from the cache. Its peer is a turn between two sections of one page by the same browser's own anchor.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp({ web: true });
  const browser = await launchBrowser();
  try {
    const company = await app.company();
    await seedCustomers(app, company.companyId, CUSTOMERS);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${app.url}/login`);
    await page.getByLabel("E-mail").fill(company.email);
    await page.getByLabel("Password", { exact: true }).fill(company.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/app**");
    await page.getByRole("navigation").getByRole("link", { name: "Insights" }).first().waitFor();
    for (const place of places) {
      await goTo(page, place);
      await page.waitForLoadState("networkidle");
    }
    const results: BenchResult[] = [];
    for (const place of places) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const other = places[(places.indexOf(place) + 1 + (round % (places.length - 1))) % places.length]!;
        await goTo(page, other);
        times.push(await goTo(page, place));
      }
      const median = quantile(times, 0.5);
      results.push(
        {
          measure: `${place.heading}, second visit, median`,
          value: median,
          unit: "ms",
          goal: `at most ${MOST_MS}`,
          passed: median <= MOST_MS,
        },
        {
          measure: `${place.heading}, second visit, 95th percentile`,
          value: quantile(times, 0.95),
          unit: "ms",
        },
      );
    }
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round++) peer.push(await anchorTurn(page));
    return [
      ...results,
      { measure: "peer: a turn to a bare anchor, median", value: quantile(peer, 0.5), unit: "ms" },
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Milliseconds from the click to the first frame that shows the heading, by the page's own clock. */
const goTo = (page: Page, { link, heading }: (typeof places)[number]) =>
  page.evaluate<number>(`(async () => {
    const anchor = [...document.querySelectorAll("nav a")].find((one) => one.textContent.trim().startsWith("${link}"));
    if (anchor === undefined) throw new Error("No link ${link} in the navigation");
    const began = performance.now();
    anchor.click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (document.querySelector("h1")?.textContent.trim() === "${heading}") return performance.now() - began;
      if (performance.now() - began > 30000) throw new Error("${heading} did not come");
    }
  })()`);

const anchorTurn = (page: Page) =>
  page.evaluate<number>(`(async () => {
    const began = performance.now();
    location.hash = String(began);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  })()`);
