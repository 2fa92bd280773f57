import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";
import { dashboardReader } from "../harness/read-dashboard.ts";

/** Jobs are polled every 5 s, and share two cores with everything else. */
const jobTimeoutMs = 120_000;

/** A day so many before today, `2026-03-31`. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * What a small company's own systems export: three customers, of whom C-3 left 20 days ago. C-1 pays 100 a month and C-2 600 a
 * year, which is 150 a month; C-3 paid 80.
 */
const files = {
  "events.csv": `event_id,customer_id,event,timestamp
E-1,C-1,login,${daysAgo(3)}T08:00:00Z
E-2,C-2,login,${daysAgo(4)}T08:00:00Z
`,
  "invoices.csv": `invoice_number,customer_id,issued_at,due_date,total,currency,status
I-1,C-1,${daysAgo(40)},${daysAgo(26)},100.00,EUR,paid
I-2,C-1,${daysAgo(10)},${daysAgo(5)},100.00,EUR,open
`,
  "subscriptions.csv": `subscription_id,customer_id,plan,price,currency,interval,start_date,end_date,status,cancellation_reason
S-1,C-1,Team,100.00,EUR,month,${daysAgo(200)},,active,
S-2,C-2,Business,600.00,EUR,year,${daysAgo(150)},,active,
S-3,C-3,Team,80.00,EUR,month,${daysAgo(120)},${daysAgo(20)},cancelled,Too expensive
`,
  "customers.csv":
    "customer_id,email,name\nC-1,ann@acme.example,Ann Lee\nC-2,bob@bolt.example,Bob Ray\nC-3,cy@cove.example,Cy Moe\n",
};
const inOrder = ["customers.csv", "subscriptions.csv", "invoices.csv", "events.csv"];

it("a company brings in what it has, four files in one go, and opens on figures that its files add up to", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  await signUpByCall(context, "Fourfiles");
  await page.goto("/app");
  await page.getByRole("heading", { name: "No customers yet" }).waitFor();
  await page.getByRole("button", { name: "Import a file" }).click();
  await page.getByLabel("File to import").setInputFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    })),
  );
  for (const [at, name] of inOrder.entries()) {
    await bringIn(page, name);
    const next = inOrder[at + 1];
    if (next !== undefined) await page.getByRole("link", { name: `Next: ${next}` }).click();
  }

  // The ledger's figures are counted within a minute of its rows.
  const dashboard = await dashboardReader(context);
  await expect
    .poll(async () => (await dashboard()).activeCustomers, { timeout: jobTimeoutMs, interval: 500 })
    .toBe(2);
  await page.goto("/app");
  await page.getByRole("heading", { name: "Needs attention first" }).waitFor();
  await page.getByText("2 paying customers").waitFor();
  await page.getByText("€150", { exact: true }).first().waitFor();
  // One of the three who paid 30 days ago.
  await page.getByText("33.3%", { exact: true }).first().waitFor();
  await page.goto("/app/insights?period=all");
  await page.getByRole("table", { name: "Cohorts" }).waitFor();
  await page.getByRole("tab", { name: "Churn reasons" }).click();
  await page.waitForURL(/tab=reasons/);
  expect(journey.problems).toEqual([]);
});

/** One of the files that came together, from its columns to its rows. */
async function bringIn(page: Page, name: string): Promise<void> {
  await page
    .getByRole("heading", { level: 1, name: "Check what each column means" })
    .waitFor({ timeout: jobTimeoutMs });
  await page.getByText(name).first().waitFor();
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page
    .getByRole("heading", { level: 1, name: "This is what would change" })
    .waitFor({ timeout: jobTimeoutMs });
  await page.getByRole("button", { name: /^Import \d+ / }).click();
  await page.getByRole("heading", { level: 1, name: "Import finished" }).waitFor({ timeout: jobTimeoutMs });
}
