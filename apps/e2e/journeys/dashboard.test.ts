import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { untilSampleIsCounted } from "../harness/read-dashboard.ts";

/** Cents of "$1,234.50", "−$3.00" or "-$3.00". */
const cents = (text: string): number => {
  const amount = Math.round(Number(text.replaceAll(/[^0-9.]/g, "")) * 100);
  return /^\s*[-−]/.test(text) ? -amount : amount;
};

/** The page's last column, of all its rows. */
async function sumOfRows(page: Page): Promise<number> {
  const more = page.getByRole("button", { name: "Show more" });
  const total = page.getByText(/^Total /);
  const shown = page.getByText(/^[\d,]+ of [\d,]+ rows? shown$/);
  for (;;) {
    await more.or(total).waitFor();
    if (await total.isVisible()) break;
    const before = await shown.innerText();
    await more.click();
    await expect.poll(() => shown.innerText(), { timeout: 60_000 }).not.toBe(before);
  }
  const all = Number((await shown.innerText()).split(" ", 1)[0]?.replaceAll(",", ""));
  const last = page.locator("tbody tr td:last-child");
  // Long lists are drawn part by part.
  await expect.poll(() => last.count()).toBe(all);
  const amounts = await last.allInnerTexts();
  return amounts.reduce((sum, text) => sum + cents(text), 0);
}

it("the month adds up to the cent, and each movement is the sum of the rows that it opens", async () => {
  await using journey = await startJourney({ as: "owner" });
  const { page } = journey;
  await untilSampleIsCounted(journey.context);
  await page.goto("/app");
  const month = page.locator("dl", { hasText: "= End" });
  await month.waitFor();
  const terms = await month.locator("dd").allInnerTexts();
  const [start = 0, added = 0, expansion = 0, reactivation = 0, contraction = 0, churn = 0, end] = terms.map(
    (text) => cents(text.split("\n")[0] ?? ""),
  );
  expect(start).toBeGreaterThan(0);
  expect(start + added + expansion + reactivation - contraction - churn).toBe(end);
  for (const [kind, amount] of Object.entries({ expansion, contraction, churn })) {
    if (amount === 0) continue;
    // The amount first, then how many movements it is made of: both open the same rows.
    await month.locator(`a[href*="kind=${kind}"]`).first().click();
    await page.waitForURL(`**/app/dashboard/rows?*kind=${kind}*`);
    expect(Math.abs(await sumOfRows(page)), kind).toBe(amount);
    await page.goBack();
    await month.waitFor();
  }
  expect(journey.problems).toEqual([]);
});
