import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SegmentStatus, SegmentType } from "@forestay/contracts";
import type { SegmentFlow } from "@forestay/contracts";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signInCaller } from "../harness/import-by-call.ts";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";
import { startApp } from "../harness/start-app.ts";
import type { RunningApp } from "../harness/start-app.ts";

const fixture = join(import.meta.dirname, "..", "fixtures", "customers.csv");

/** Jobs are polled every 5 s, and a model is trained on the way. */
const jobTimeoutMs = 300_000;
const powerCuts = 5;
/** Status of an import, as it crosses the wire. */
const completed = 3;

/** A strip of facts as label -> value. */
async function facts(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator("dl > div")
    .evaluateAll((rows) =>
      rows.map(
        (row) =>
          [row.querySelector("dt")?.textContent ?? "", row.querySelector("dd")?.textContent ?? ""] as const,
      ),
    );
  return Object.fromEntries(pairs);
}

async function uploadFile(page: Page, path: string): Promise<void> {
  await page.goto("/app/customers");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByLabel("File to import").setInputFiles(path);
  await page
    .getByRole("heading", { level: 1, name: "Check what each column means" })
    .waitFor({ timeout: jobTimeoutMs });
}

async function dryRun(page: Page): Promise<Record<string, string>> {
  await page.getByRole("button", { name: "Check the rows" }).click();
  await page
    .getByRole("heading", { level: 1, name: "This is what would change" })
    .waitFor({ timeout: jobTimeoutMs });
  return facts(page);
}

async function confirmImport(page: Page): Promise<Record<string, string>> {
  await page.getByRole("button", { name: /^Import [\d,]+ customers?$/ }).click();
  await page.getByRole("heading", { level: 1, name: "Import finished" }).waitFor({ timeout: jobTimeoutMs });
  return facts(page);
}

async function analyze(page: Page): Promise<void> {
  await page.goto("/app/customers");
  await page.getByRole("button", { name: "Run churn analysis" }).click();
  await page.getByText(/A model can be trained/).waitFor();
  await page.getByRole("button", { name: /^Analyze/ }).click();
  await page.getByRole("heading", { name: "Who to call first" }).waitFor({ timeout: jobTimeoutMs });
}

/** The AUC that the first plot behind "How do we know?" shows. */
async function shownAuc(page: Page): Promise<number> {
  const heading = await page.getByRole("heading", { name: /^Ranking/ }).innerText();
  return Number(/Ranking\s+([\d.]+)/.exec(heading)?.[1]);
}

/** The same customer from the API, to hold the page's figures against. */
async function readCustomer(context: BrowserContext, id: string) {
  const { token } = (await (await context.request.get("/api/auth/me")).json()) as { token: string };
  const answer = await context.request.get(`/api/customers/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as {
    churnRiskScore: number;
    score: { probability: number; baseRate: number; factors: { points: number }[] };
  };
}

/** With nothing of the sample in it: it is killed again and again, and what it was doing for the sample would begin anew. */
const env = { DEMO: "off" };
let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ env });
});
afterAll(async () => {
  await app.stop();
  // The second start was given the directory of the first, so nobody else removes it.
  await rm(app.dataDir, { recursive: true, force: true });
});

describe("the first day: a file becomes explained, measured scores", () => {
  it("with the shipped file: mapping, dry run, import, error file, analysis, one customer, restart", async () => {
    await using journey = await startJourney({ baseUrl: app.baseUrl });
    const { page, context } = journey;
    await signUpByCall(context, "Firstday", "later", app.baseUrl);

    await uploadFile(page, fixture);
    const label = page
      .getByRole("list", { name: "Columns of the file" })
      .getByRole("listitem")
      .filter({ hasText: "Churned" });
    expect(await label.getByRole("combobox").first().innerText()).toContain("Left?");

    const plan = await dryRun(page);
    expect(plan).toMatchObject({
      "Rows in the file": "400",
      "To create": "397",
      "To update": "0",
      Unchanged: "0",
      "With errors": "3",
    });
    for (const row of ["Row 121", "Row 251", "Row 334"]) await page.getByText(row).waitFor();

    const result = await confirmImport(page);
    expect(result).toMatchObject({ Added: "397", Updated: "0", "Skipped with errors": "3" });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the error file" }).click();
    const errorFile = await text(await (await downloading).createReadStream());
    expect(errorFile.trim().split("\n")).toHaveLength(4);
    for (const found of ["2024-02-31", "lots", "not-an-email"]) expect(errorFile).toContain(found);

    // The same file again changes nothing.
    await uploadFile(page, fixture);
    expect(await dryRun(page)).toMatchObject({ "To create": "0", "To update": "0", Unchanged: "397" });
    expect(await page.getByRole("button", { name: "Nothing to import" }).isDisabled()).toBe(true);

    await analyze(page);
    await page.getByRole("link", { name: /How do we know/ }).click();
    const auc = await shownAuc(page);
    expect(auc).toBeGreaterThan(0.6);
    expect(auc).toBeLessThan(1);
    await page.getByRole("heading", { name: "How this was measured" }).waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("heading", { name: "Who to call first" }).waitFor();

    const first = page.getByRole("table", { name: "Scored customers" }).getByRole("link").first();
    const name = await first.innerText();
    await first.click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    const customer = await readCustomer(context, new URL(page.url()).pathname.split("/").at(-1) ?? "");
    await page.getByRole("heading", { name: `Why the score is ${customer.churnRiskScore}` }).waitFor();
    const points = customer.score.factors.reduce((sum, factor) => sum + factor.points, 0);
    expect(100 * customer.score.baseRate + points).toBeCloseTo(100 * customer.score.probability, 0);
    expect(Math.round(100 * customer.score.probability)).toBe(customer.churnRiskScore);
    expect(journey.problems).toEqual([]);

    // A power cut, and the next start: the session, the customers and the scores are all there.
    const customerPath = new URL(page.url()).pathname;
    await app.kill();
    app = await startApp({ dataDir: app.dataDir, env });
    await page.goto(`${app.baseUrl}${customerPath}`);
    await page.getByRole("heading", { name: `Why the score is ${customer.churnRiskScore}` }).waitFor();
    await page.goto(`${app.baseUrl}/app/customers`);
    await page.getByText("397 customers").waitFor();
  });
});

const bellText = (page: Page) =>
  page.getByRole("button", { name: /^Notifications/ }).getAttribute("aria-label");
const isLive = (page: Page, live: boolean) =>
  page
    .getByText(live ? "Real-time notifications active" : "Real-time notifications connecting...")
    .waitFor({ state: "attached" });

describe("power cuts", () => {
  it("five in a row while there is news to tell: browsers come back, nothing is lost, nothing told twice", async () => {
    const { baseUrl, port, dataDir } = app;
    await using journey = await startJourney({ baseUrl });
    const { page, context } = journey;
    const owner = await signUpByCall(context, "Powercut", "later", baseUrl);
    const pages = [page, await context.newPage()];
    for (const one of pages) {
      await one.goto("/app/customers");
      await isLive(one, true);
      await one.evaluate(() => Object.assign(window, { neverReloaded: true }));
    }
    let caller = await signInCaller(owner, baseUrl);
    const segment = await caller.post<{ id: string }>("/api/segments", {
      name: "Visitors",
      type: SegmentType.Behavioral,
      status: SegmentStatus.Active,
      color: "teal",
      criteria: [{ field: "email", operator: "Contains", value: "@visitors.example" }],
    });
    for (let cut = 1; cut <= powerCuts; cut += 1) {
      // Some of them are answered before the end, some while it comes, some not at all.
      const uploads = Array.from({ length: 6 }, () => caller.upload().catch(() => undefined));
      await uploads[cut];
      await app.kill();
      await Promise.all(uploads);
      for (const one of pages) await isLive(one, false);
      app = await startApp({ dataDir, port, env });
      caller = await signInCaller(owner, baseUrl);
      for (const one of pages) {
        // The first time by its own patience; later the wait before the next try is cut short, as by a network that is back.
        if (cut > 1) await one.evaluate(() => window.dispatchEvent(new Event("online")));
        await isLive(one, true);
      }
    }

    interface Jobs {
      items: { id: string; fileName: string; status: number }[];
    }
    const uploaded = async () =>
      (await caller.get<Jobs>("/api/imports?pageSize=100")).items.filter(({ fileName }) =>
        fileName.startsWith("visitors-"),
      );
    // Each dead worker's job is taken again within 30 s.
    await expect
      .poll(async () => (await uploaded()).filter(({ status }) => status !== completed), {
        timeout: jobTimeoutMs,
      })
      .toEqual([]);
    const imports = (await uploaded()).map(({ id }) => `/imports/${id}`);
    expect(imports.length).toBeGreaterThanOrEqual(powerCuts);
    const told = async () => {
      const { notifications } = await caller.get<{ notifications: { actionUrl: string | null }[] }>(
        "/api/notifications?pageSize=100",
      );
      return notifications.map(({ actionUrl }) => actionUrl ?? "").filter((url) => imports.includes(url));
    };
    // The news of the last ones is told by jobs of their own.
    await expect.poll(async () => new Set(await told()).size, { timeout: jobTimeoutMs }).toBe(imports.length);
    expect((await told()).sort()).toEqual(imports.sort());
    const { totalCount: unread } = await caller.get<{ totalCount: number }>(
      "/api/notifications?unreadOnly=true&pageSize=1",
    );
    for (const one of pages) {
      await expect.poll(() => bellText(one)).toBe(`Notifications, ${unread} unread`);
      expect(await one.evaluate(() => "neverReloaded" in window)).toBe(true);
    }
    // Each of them came into the segment, and did so once.
    const flow = () => caller.get<SegmentFlow>(`/api/segments/${segment.id}/flow`);
    await expect.poll(async () => (await flow()).membersNow, { timeout: jobTimeoutMs }).toBe(imports.length);
    const { membersThen, weeks } = await flow();
    const sum = (way: "entered" | "left") => weeks.reduce((all, week) => all + week[way], 0);
    expect([membersThen, sum("entered"), sum("left")]).toEqual([0, imports.length, 0]);
    // And they hear what comes next.
    await caller.upload();
    for (const one of pages) {
      await one.getByRole("button", { name: `Notifications, ${unread + 1} unread` }).waitFor();
    }
  });
});
