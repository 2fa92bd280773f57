import { demoRoutes, importRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { trainChurnModel } from "@forestay/churn-model";
import type { Column } from "@forestay/churn-model";
import { builtWebFile } from "../harness/built-web.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

const rows = 320;
/** The sample's 900 rows so many times: from 3,001 on the inner folds serve, here and on the server. */
const FOLDED_TIMES = 4;

/** What the engine measures of the same rows here. */
async function aucOf(
  csv: string,
  evaluation: "full" | "folds" = "full",
): Promise<{ estimate: number; lower: number }> {
  const [head = "", ...lines] = csv.trim().split("\n");
  const cells = lines.map((line) => line.split(","));
  const names = head.split(",");
  const numbers = new Set(["tenure_months", "monthly_revenue", "logins_30d", "open_tickets"]);
  const columns = names.slice(1, -1).map((name, index): Column => {
    const values = cells.map((row) => row[index + 1] ?? "");
    return numbers.has(name)
      ? { name, kind: "numeric", values: Float64Array.from(values, Number) }
      : { name, kind: "categorical", values };
  });
  const labels = Uint8Array.from(cells, (row) => (row.at(-1) === "yes" ? 1 : 0));
  const outcome = await trainChurnModel(
    { table: { rowIds: cells.map((row) => row[0] ?? ""), columns }, labels },
    { seed: 1, evaluation },
  );
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return outcome.report.metrics.rocAuc;
}

it("analyses a file in the page as the engine does elsewhere, sends nothing, and keeps the file for the import", async () => {
  const whole = (await builtWebFile("/sample-leavers.csv")).body.toString();
  const csv = `${whole
    .split("\n")
    .slice(0, rows + 1)
    .join("\n")}\n`;
  await using opened = await openPage("/own-file", { as: null });
  const { page, api } = opened;
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByText("What you get").waitFor();
  await lookEveryWay(page, "own file, empty");
  await page.getByLabel("File to analyse").setInputFiles({
    name: "customers-export.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByText("Is it any good?").waitFor({ timeout: 300_000 });
  const answer = page.getByRole("region", { name: "First answer" });
  const auc = await aucOf(csv);
  const words = await answer.getByText(/^AUC, 95% interval/).innerText();
  const shown = Number(await answer.getByText(/^0\.\d\d$/).innerText());
  expect(Math.abs(shown - auc.estimate)).toBeLessThanOrEqual(0.005);
  expect(words).toContain(auc.lower.toFixed(2));
  await lookEveryWay(page, "own file, answered");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download all scores" }).click();
  expect((await saved).suggestedFilename()).toBe("chances-of-leaving.csv");
  // Programs and styles were asked for; of the file nothing left the page.
  expect(sent.filter((one) => !one.startsWith("GET /assets/"))).toEqual([]);
  expect(api.problems).toEqual([]);
  await page.getByRole("button", { name: "Sign up and import it" }).click();
  await page.waitForURL("**/register");
  const kept = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("forestay-own-file", 1);
        opening.addEventListener("success", () => {
          const asked = opening.result.transaction("files").objectStore("files").get("own");
          asked.addEventListener("success", () => resolve((asked.result as { file: File }).file.size));
        });
      }),
  );
  expect(kept).toBe(Buffer.byteLength(csv));
  expect(api.asked(importRoutes.upload)).toEqual([]);
});

it("measures a larger file as the server does one of its size, by folds", async () => {
  const whole = (await builtWebFile("/sample-leavers.csv")).body.toString();
  const [head = "", ...lines] = whole.trim().split("\n");
  const again = Array.from({ length: FOLDED_TIMES }, (_, time) => lines.map((line) => `${time}${line}`));
  const csv = `${[head, ...again.flat()].join("\n")}\n`;
  await using opened = await openPage("/own-file", { as: null });
  const { page } = opened;
  await page.getByText("What you get").waitFor();
  await page.getByLabel("File to analyse").setInputFiles({
    name: "customers-export.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByText("Is it any good?").waitFor({ timeout: 300_000 });
  const answer = page.getByRole("region", { name: "First answer" });
  const { estimate, lower } = await aucOf(csv, "folds");
  const shown = Number(await answer.getByText(/^0\.\d\d$/).innerText());
  expect(Math.abs(shown - estimate)).toBeLessThanOrEqual(0.005);
  expect(await answer.getByText(/^AUC, 95% interval/).innerText()).toContain(lower.toFixed(2));
});

it("asks which column says who left where the file does not, and says why there is no answer", async () => {
  const coded = "id,plan,state\n" + Array.from({ length: 8 }, (_, at) => `A-${at},Team,${at % 3}\n`).join("");
  await using opened = await openPage("/own-file", { as: null });
  const { page } = opened;
  const choose = (text: string) =>
    page
      .getByLabel("File to analyse")
      .setInputFiles({ name: "few.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByText("What you get").waitFor();
  await choose(coded);
  await page.getByLabel("Which column says who has left?").selectOption("state");
  await page.getByLabel("2", { exact: true }).check();
  await lookEveryWay(page, "own file, asked");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "left" }).waitFor();
  // Days that mean something else in another order are asked for, as an import asks.
  const days = "id,plan,cancelled_at\nA-1,Team,03/04/2025\nA-2,Team,\nA-3,Scale,05/06/2025\nA-4,Team,\n";
  await choose(days);
  await page.getByText("The file does not say which part is the day: 03/04/2025, 05/06/2025").waitFor();
  expect(await page.getByRole("button", { name: "Analyse", exact: true }).isDisabled()).toBe(true);
  await page.getByLabel("12/31/2026, the month first").check();
  await lookEveryWay(page, "own file, asked for the order of days");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "left" }).waitFor();
  await choose("");
  await page.getByRole("alert").filter({ hasText: /empty/i }).waitFor();
});

it("takes a score apart on the start page, and answers by the engine when the customer is changed", async () => {
  await using opened = await openPage("/", { as: null, withoutScripts: true });
  const place = opened.page.getByRole("region", { name: "Why this score" });
  await place.getByText("About 4 in 10 such customers leave.").waitFor();
  await using live = await openPage("/", {
    as: null,
    api: (api) => api.answer(demoRoutes.sampleModel, { model: null }),
  });
  const { page } = live;
  const region = page.getByRole("region", { name: "Why this score" });
  await page.getByRole("heading", { name: "A score that says why" }).scrollIntoViewIfNeeded();
  await page.getByLabel("Contract").selectOption("Yearly");
  await page.getByLabel("Logins in 30 days").fill("30");
  await region.getByText("About 3 in 100 such customers leave.").waitFor();
  await lookEveryWay(page, "sample explained");
});

it("reads a file that was chosen before its script had come", async () => {
  await using opened = await openPage("/privacy", { as: null });
  const { page } = opened;
  const { promise: letThrough, resolve } = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/take-over-/, async (call) => {
    await letThrough;
    await call.fallback();
  });
  await page.goto("http://forestay.localhost/own-file", { waitUntil: "domcontentloaded" });
  await page.getByLabel("File to analyse").setInputFiles({
    name: "early.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("id,plan,state\nA-1,Team,1\nA-2,Team,2\n"),
  });
  expect(await page.getByText("early.csv").count()).toBe(0);
  resolve(undefined);
  await page.getByText("early.csv").waitFor();
});

it("a link that is pressed while the calculator comes alive is followed", async () => {
  await using opened = await openPage("/churn-calculator", { as: null });
  const { page } = opened;
  let release = () => {};
  const isPressed = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assets\/take-over-/, async (call) => {
    await isPressed;
    await call.fallback();
  });
  const link = page
    .getByRole("main")
    .getByRole("link", { name: /own file/i })
    .first();
  await link.scrollIntoViewIfNeeded();
  const arrived = page.waitForResponse(/\/assets\/take-over-/);
  await link.hover();
  await page.mouse.down();
  release();
  await (await arrived).finished();
  await page.mouse.up();
  await page.waitForURL("**/own-file");
});
