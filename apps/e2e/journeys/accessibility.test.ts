import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { importByCall } from "../harness/import-by-call.ts";
import { demoPeople, startJourney } from "../harness/journey.ts";
import type { Journey } from "../harness/journey.ts";

interface Screen {
  name: string;
  /** Whose screen it is; a visitor's unless stated. */
  as?: keyof typeof demoPeople;
  open: (journey: Journey) => Promise<void>;
}

const goTo =
  (path: string, heading: string | RegExp) =>
  async ({ page }: Journey): Promise<void> => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };

const screens: readonly Screen[] = [
  { name: "sign in", open: goTo("/login", "Sign in") },
  {
    name: "sign in, refused",
    open: async (journey) => {
      await goTo("/login", "Sign in")(journey);
      await journey.page.getByRole("button", { name: "Sign in" }).click();
      await journey.page.getByText("Required").first().waitFor();
    },
  },
  { name: "not found", open: goTo("/no/such/page", "404") },
  { name: "getting started", as: "owner", open: goTo("/app/docs/getting-started", "Getting started") },
  { name: "customers", as: "owner", open: goTo("/app/customers", "Customers") },
  {
    name: "customers, import dialog",
    as: "owner",
    open: async (journey) => {
      await goTo("/app/customers", "Customers")(journey);
      await journey.page.getByRole("button", { name: "Import", exact: true }).click();
      await journey.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "customers, rows chosen",
    as: "owner",
    open: async (journey) => {
      await goTo("/app/customers", "Customers")(journey);
      await journey.page.getByRole("checkbox").nth(1).click();
      await journey.page.getByRole("toolbar").waitFor();
    },
  },
  {
    name: "customer",
    as: "owner",
    open: async (journey) => {
      await goTo("/app/customers", "Customers")(journey);
      await journey.page.locator("main a[href^='/app/customers/']").first().click();
      await journey.page.getByRole("heading", { name: "Timeline" }).waitFor();
    },
  },
  {
    name: "run churn analysis",
    as: "owner",
    open: goTo("/app/analytics/run-churn-analysis", "Run churn analysis"),
  },
  {
    name: "churn analysis",
    as: "owner",
    open: async (journey) => {
      await goTo("/app/analytics/run-churn-analysis", "Run churn analysis")(journey);
      await journey.page.locator("main a[href*='/churn-analysis/']").first().click();
      // The demo's first analysis may still be at work.
      await journey.page
        .getByRole("heading", { name: "Can you trust these scores?" })
        .waitFor({ timeout: 300_000 });
    },
  },
  {
    name: "churn analysis, quality",
    as: "owner",
    open: async (journey) => {
      await goTo("/app/analytics/run-churn-analysis", "Run churn analysis")(journey);
      await journey.page.locator("main a[href*='/churn-analysis/']").first().click();
      await journey.page.getByRole("tab", { name: "Quality" }).click({ timeout: 300_000 });
      await journey.page.getByRole("heading", { name: "How this was measured" }).waitFor();
    },
  },
  {
    name: "import, mapping",
    as: "owner",
    open: async (journey) =>
      goTo(`/app/imports/${await uploadFixture(journey)}`, "Check what each column means")(journey),
  },
  {
    name: "notifications panel",
    as: "staff",
    open: async (journey) => {
      await importByCall(demoPeople.staff);
      await goTo("/app/customers", "Customers")(journey);
      await journey.page.getByRole("button", { name: /^Notifications/ }).click();
      await journey.page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "notifications",
    as: "staff",
    open: async (journey) => {
      await importByCall(demoPeople.staff);
      await goTo("/app/notifications", "Notifications")(journey);
      await journey.page.getByRole("region", { name: "Today" }).waitFor();
    },
  },
  {
    name: "notification preferences",
    as: "staff",
    open: async (journey) => {
      await goTo("/app/notifications?preferences=open", "Notification preferences")(journey);
      await journey.page.getByRole("button", { name: "Save preferences" }).waitFor();
    },
  },
  {
    name: "connection diagnostics",
    as: "moderator",
    open: async (journey) => {
      await goTo("/app/admin/connection-diagnostics", "Connection Diagnostics")(journey);
      await journey.page.getByRole("list", { name: "Live checks" }).getByText("Works").nth(7).waitFor();
    },
  },
  { name: "a page for others", as: "viewer", open: goTo("/app/admin/connection-diagnostics", "Connection") },
];

async function uploadFixture({ context }: Journey): Promise<string> {
  const { token } = (await (await context.request.get("/api/auth/me")).json()) as { token: string };
  const buffer = await readFile(join(import.meta.dirname, "..", "fixtures", "customers.csv"));
  const answer = await context.request.post("/api/imports/upload", {
    headers: { authorization: `Bearer ${token}`, origin: inject("baseUrl") },
    multipart: { file: { name: "customers.csv", mimeType: "text/csv", buffer } },
  });
  return ((await answer.json()) as { id: string }).id;
}

it.each(screens)("axe finds nothing on $name, in any theme and size", async ({ name, as, open }) => {
  await using journey = await startJourney(as === undefined ? {} : { as });
  await open(journey);
  await lookEveryWay(journey.page, name);
  expect(journey.problems).toEqual([]);
});
