import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analysisEndpoints, type Analysis } from "@forestay/contracts/wire";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { ask, signUpByCall } from "../harness/new-person.ts";

/** The public telco set, read where it lies beside the repository; never committed. */
const dataRoot = process.env.FORESTAY_DATA ?? join(import.meta.dirname, "../../../../shared/data");
const telcoPath = join(dataRoot, "telco.csv");
/** Training shares two cores with everything else. */
const jobTimeoutMs = 300_000;

interface Story {
  fileName: string;
  content: Buffer;
  /** Rows the dry run must announce as new. */
  create: string;
  errors: string;
  /** A customer that must be found by typing this. */
  search: string;
}

async function importFile(page: Page, story: Story) {
  await page.goto("/app/customers?import=open");
  await page
    .getByLabel("File to import")
    .setInputFiles({ name: story.fileName, mimeType: "text/csv", buffer: story.content });
  await page.getByRole("heading", { name: "Check what each column means" }).waitFor();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page.getByRole("heading", { name: "This is what would change" }).waitFor({ timeout: jobTimeoutMs });
  expect(await fact(page, "To create")).toBe(story.create);
  expect(await fact(page, "With errors")).toBe(story.errors);
  await page.getByRole("button", { name: /^Import [\d,]+ customers$/ }).click();
  await page.getByRole("heading", { name: "Import finished" }).waitFor({ timeout: jobTimeoutMs });
  expect(await fact(page, "Added")).toBe(story.create);
}

function fact(page: Page, label: string): Promise<string | null> {
  return page
    .locator("dl > div", { has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .textContent();
}

async function analyzeAndRead(page: Page, story: Story) {
  await page.goto("/app/customers");
  await page.getByRole("button", { name: "Run churn analysis" }).click();
  await page.getByText("A model can be trained").waitFor();
  await page.getByRole("button", { name: /^Analyze/ }).click();
  await page.getByRole("heading", { name: "Who to call first" }).waitFor({ timeout: jobTimeoutMs });
  await page.getByRole("heading", { name: /customers analyzed|calls cover/ }).waitFor();
  await page.getByRole("heading", { name: "What mattered most" }).waitFor();

  // One customer, from the list, sorted by risk: score, factors that add up, and all of it still there after a reload.
  await page.getByRole("table", { name: "Scored customers" }).getByRole("link").first().click();
  await page.getByText("Churn risk score").waitFor();
  for (let visit = 0; visit < 2; visit++) {
    const sum = await page.getByText(/for the average customer, plus these points, is/).textContent();
    const [base, shown] = [...(sum ?? "").matchAll(/(\d+\.\d)/g)].map(([number]) => Number(number));
    const showAll = page.getByRole("button", { name: /^Show all/ });
    if (await showAll.count()) await showAll.click();
    const points = await page
      .locator("li", { has: page.getByText(/(raises|lowers) the score by/) })
      .evaluateAll((rows) =>
        rows.map((row) => {
          const text = row.lastElementChild?.textContent ?? "";
          return Number(/[\d.]+$/.exec(text)?.[0]) * (text.includes("raises") ? 1 : -1);
        }),
      );
    expect(points.length).toBeGreaterThan(2);
    // Each bar is rounded for the eye (whole points from 10 up): the sum may be off by half a point a bar.
    expect(Math.abs((base ?? 0) + points.reduce((total, one) => total + one, 0) - (shown ?? 0))).toBeLessThan(
      0.5 * points.length,
    );
    await page.reload();
    await page.getByText("Churn risk score").waitFor();
  }

  await page.goto("/app/customers");
  await page.getByRole("searchbox", { name: "Search customers by name, e-mail or id" }).fill(story.search);
  await page.waitForURL(/search=/);
  await page.getByText("1–1 of 1").waitFor();
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  await page.getByRole("toolbar", { name: "Actions for the selection" }).getByText("1 selected").waitFor();
}

/** What the analysis says of itself: all rows were learned from, and it ranks customers it had not seen as well as is known. */
async function expectMeasured(context: BrowserContext, token: string) {
  const call = <T>(path: string) => ask(context, `/api${path}`, undefined, token) as Promise<T>;
  const { items } = await call<{ items: { id: string }[] }>(analysisEndpoints.list.path);
  const analysis = await call<Analysis>(analysisEndpoints.results.path.replace(":id", items[0]?.id ?? ""));
  expect(analysis).toMatchObject({ status: 3, source: "model", customersAnalyzed: 5174 });
  expect(analysis.quality).toMatchObject({ rows: 7043, outcomes: 1869, verdict: "good" });
  expect(analysis.quality?.auc.value).toBeGreaterThan(0.835);
  expect(analysis.quality?.auc.value).toBeLessThan(0.87);
  expect(analysis.quality?.ece.value).toBeLessThan(0.03);
  expect(analysis.drivers.slice(0, 5).map((driver) => driver.label)).toContain("Contract");
}

describe("the public telco file becomes explained, measured scores", () => {
  it.skipIf(!existsSync(telcoPath))(
    "from import to one customer's factors, where the file is there",
    async () => {
      await using journey = await startJourney();
      const { page, context } = journey;
      const { token } = await signUpByCall(context, "Telco");
      const story: Story = {
        fileName: "telco.csv",
        content: await readFile(telcoPath),
        create: "7,043",
        errors: "0",
        search: "7590-VHVEG",
      };
      await importFile(page, story);
      await analyzeAndRead(page, story);
      await expectMeasured(context, token);
      expect(journey.problems).toEqual([]);
    },
  );
});
