import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { startJourney } from "../harness/journey.ts";
import { ask, signUpByCall } from "../harness/new-person.ts";

/** A model is trained on the way. */
const jobTimeoutMs = 300_000;
const completed = 3;

interface Caller {
  context: BrowserContext;
  token: string;
}

async function until(caller: Caller, path: string): Promise<void> {
  const deadline = Date.now() + jobTimeoutMs;
  for (;;) {
    const { status } = (await ask(caller.context, path, undefined, caller.token)) as { status: number };
    if (status === completed) return;
    if (status > completed || Date.now() > deadline) throw new Error(`${path} ended with status ${status}`);
    await delay(100);
  }
}

async function importRows(caller: Caller, csv: string): Promise<void> {
  const answer = await caller.context.request.post("/api/imports/upload", {
    timeout: jobTimeoutMs,
    headers: { authorization: `Bearer ${caller.token}`, origin: inject("baseUrl") },
    multipart: {
      autoConfirm: "true",
      file: { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
    },
  });
  const { id } = (await answer.json()) as { id: string };
  await until(caller, `/api/imports/${id}/status`);
}

/** An analysis of a company of its own, of two hundred customers of the shipped file. */
async function analyze(caller: Caller): Promise<string> {
  const csv = await readFile(join(import.meta.dirname, "..", "fixtures", "customers.csv"), "utf8");
  await importRows(caller, csv.trim().split("\n").slice(0, 201).join("\n"));
  const path = "/api/analytics/churn";
  const { id } = (await ask(caller.context, `${path}/analyze`, {}, caller.token)) as { id: string };
  await until(caller, `${path}/results/${id}`);
  return id;
}

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const downloading = page.waitForEvent("download");
  await press();
  return buffer(await (await downloading).createReadStream());
}

const fact = (page: Page, label: string) =>
  page
    .locator("dl > div", { has: page.getByText(label, { exact: true }) })
    .locator("dd span span")
    .first()
    .innerText();

async function plan(page: Page): Promise<void> {
  // By keyboard: the tabs are one stop, and arrows move between them.
  await page.getByRole("tab", { name: "Overview" }).focus();
  for (const name of ["Customers", "Drivers", "Quality", "Plan"]) {
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name, selected: true }).waitFor();
  }
  await page.waitForURL(/tab=plan/);
  await page.getByRole("spinbutton", { name: "Customers to contact" }).fill("20");
  await page.getByRole("spinbutton", { name: "Leavers kept by contact, %" }).fill("50");
  await page.getByRole("heading", { name: /^Contacting 20 customers/ }).waitFor();
  await page.waitForURL(/contacts=20.*keep=50/);
  const leavers = Number(await fact(page, "Leavers among them"));
  expect(leavers).toBeGreaterThan(0);
  await expect
    .poll(async () => Number(await fact(page, "Expected to stay by contact")))
    .toBeCloseTo(leavers / 2, 0);
  await page.getByText("Your assumption, not a measurement").waitFor();
  await page.getByText("None of the next steps of these customers has been measured yet").waitFor();
  const list = await download(page, () => page.getByRole("button", { name: "Export these 20" }).click());
  expect(list.toString("utf8").trim().split("\n")).toHaveLength(21);
  const report = await download(page, async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Report as PDF" }).click();
  });
  expect(report.subarray(0, 5).toString("latin1")).toBe("%PDF-");
  expect(report.toString("latin1").trimEnd().endsWith("%%EOF")).toBe(true);
  // The plan is in the address: it is there again after a reload.
  await page.reload();
  await page.getByRole("heading", { name: /^Contacting 20 customers/ }).waitFor();
}

async function whatIf(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "What-if" }).click();
  await page.getByRole("spinbutton", { name: /Open support tickets|Open tickets/i }).fill("-100");
  await page.getByRole("heading", { name: /would be expected to leave/ }).waitFor();
  await page.getByText("An association, not a proof").waitFor();
  await lookEveryWay(page, "what-if");
}

it("an analysis is planned with, handed on and tried out", async () => {
  await using journey = await startJourney();
  const { page, context } = journey;
  const { token } = await signUpByCall(context, "Depth");
  const id = await analyze({ context, token });
  await page.goto(`/app/analytics/churn-analysis/${id}`);
  await page.getByRole("heading", { name: "Who to call first" }).waitFor();
  await plan(page);
  await whatIf(page);
  expect(journey.problems).toEqual([]);
});
