import type { Page } from "playwright-core";

/** A screen that the documentation shows. */
export interface DocsScreen {
  /** Of the picture, without its ending. */
  name: string;
  /** Goes to the screen, of the sample company, and waits for what it is about. */
  open: (page: Page) => Promise<void>;
  /** What draws it, below apps/web/src: when it changes, the picture may be old. */
  drawnBy: readonly string[];
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

async function newestAnalysis(page: Page, tab: string): Promise<void> {
  await page.goto("/app/analytics/run-churn-analysis");
  await page.locator('a[href*="/app/analytics/churn-analysis/"]').first().click();
  await page.waitForURL("**/churn-analysis/*");
  await page.getByRole("tab", { name: tab }).click();
  await page.getByRole("tab", { name: tab, selected: true }).waitFor();
}

/** Every picture of the documentation, in the order in which its pages show them. */
export const docsScreens: readonly DocsScreen[] = [
  {
    name: "dashboard",
    async open(page) {
      await page.goto("/app");
      await heading(page, "Dashboard");
    },
    drawnBy: ["features/dashboard"],
  },
  {
    name: "analysis",
    open: (page) => newestAnalysis(page, "Overview"),
    drawnBy: ["features/analytics"],
  },
  {
    name: "quality",
    open: (page) => newestAnalysis(page, "Quality"),
    drawnBy: ["features/analytics"],
  },
  {
    name: "customer",
    async open(page) {
      await page.goto("/app/customers");
      await page.getByRole("row").nth(1).getByRole("link").first().click();
      await page.waitForURL(/\/app\/customers\/[0-9a-f-]{36}/);
      await page.getByRole("navigation", { name: "Breadcrumb" }).waitFor();
    },
    drawnBy: ["features/customers", "components/drivers"],
  },
  {
    name: "segments",
    async open(page) {
      await page.goto("/app/segments");
      await heading(page, "Segments");
      await page.getByRole("row").nth(1).waitFor();
    },
    drawnBy: ["features/segments"],
  },
  {
    name: "campaign",
    async open(page) {
      await page.goto("/app/campaigns");
      await page.getByRole("row").filter({ hasText: "Completed" }).first().getByRole("link").first().click();
      await page.getByRole("region", { name: "Verdict" }).waitFor();
    },
    drawnBy: ["features/campaigns"],
  },
  {
    name: "recovery",
    async open(page) {
      await page.goto("/app/recovery");
      await heading(page, "Recovery");
      await page.getByRole("region", { name: "Recovered" }).waitFor();
    },
    drawnBy: ["features/recovery"],
  },
  {
    name: "integrations",
    async open(page) {
      await page.goto("/app/settings?section=integrations");
      await page.getByText("HubSpot").first().waitFor();
    },
    drawnBy: ["features/integrations"],
  },
];

/** What the start page shows, and every shared link: the dashboard, on which a script opens. */
export const siteScreens: readonly Pick<DocsScreen, "name" | "drawnBy">[] = [
  { name: "product", drawnBy: ["features/dashboard"] },
];
