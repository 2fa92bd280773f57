import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { callOffAnalyses } from "../harness/call-off-analyses.ts";
import { startJourney } from "../harness/journey.ts";
import { ask, fillInCompany, fillInWhoOneIs, newAddress } from "../harness/new-person.ts";

/** A model is trained in the page, and jobs are polled every 5 s. */
const workTimeoutMs = 300_000;
const sample = path.join(import.meta.dirname, "../../web/public/sample-leavers.csv");
const rows = 240;

it("a visitor works churn out, tries their own file in the page, signs up and imports it without matching a column again", async () => {
  const lines = (await readFile(sample, "utf8")).split("\n").slice(0, rows + 1);
  await using visitor = await startJourney();
  const { page, context } = visitor;
  await page.goto("/churn-calculator?customers=2400&lost=75");
  await page
    .getByRole("main")
    .getByRole("link", { name: /own file/i })
    .first()
    .click();
  await page.waitForURL("**/own-file");
  await page.getByText("What you get").waitFor();
  await page.getByLabel("File to analyse").setInputFiles({
    name: "our-customers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`${lines.join("\n")}\n`),
  });
  await page.getByText("Is it any good?").waitFor({ timeout: workTimeoutMs });
  await page.getByRole("button", { name: "Sign up and import it" }).click();
  await page.waitForURL("**/register");

  await page.getByLabel("Work e-mail").fill(newAddress("visitor"));
  await page.keyboard.press("Enter");
  const code = await page.getByText("Mail is not leaving this server.").locator("strong").innerText();
  await page.getByLabel("Code").fill(code);
  await page.keyboard.press("Enter");
  await fillInWhoOneIs(page, "Visitor");
  await page.keyboard.press("Enter");
  await fillInCompany(page, "Visitor Ltd");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Step 3 of 4").waitFor();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByText("Step 4 of 4").waitFor();
  await page.getByRole("button", { name: "Import a file" }).click();

  const offer = page.getByRole("dialog").getByRole("region", { name: "The file you tried" });
  await offer.getByText("our-customers.csv").waitFor();
  await offer.getByRole("button", { name: "Import it" }).click();
  // Its columns came along: what follows is the dry run, and no question about them.
  await page
    .getByRole("heading", { level: 1, name: "This is what would change" })
    .waitFor({ timeout: workTimeoutMs });
  await page.getByRole("button", { name: `Import ${rows} customers` }).click();
  await page.getByRole("heading", { level: 1, name: "Import finished" }).waitFor({ timeout: workTimeoutMs });

  const { token } = (await ask(context, "/api/auth/me")) as { token: string };
  const { totalCount } = (await ask(context, "/api/customers?pageSize=1", undefined, token)) as {
    totalCount: number;
  };
  expect(totalCount).toBe(rows);
  // Who left, as the visitor had it, is known: the last column was not taken for one of their own.
  const left = lines.filter((line) => line.endsWith(",yes")).length;
  const leavers = encodeURIComponent(JSON.stringify([{ field: "hasLeft", operator: "Equals", value: true }]));
  const found = (await ask(context, `/api/customers?pageSize=1&conditions=${leavers}`, undefined, token)) as {
    totalCount: number;
  };
  expect(found.totalCount).toBe(left);
  // It is imported, and no longer offered.
  await page.goto("/app/customers");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("dialog").getByText("our-customers.csv").waitFor();
  // The offer is drawn from what this browser keeps, once that is read: nothing is kept, so none comes later either.
  await expect.poll(() => page.evaluate(countKeptFiles)).toBe(0);
  expect(await offer.count()).toBe(0);
  expect(visitor.problems).toEqual([]);
  await callOffAnalyses(inject("baseUrl"), token);
});

/** Runs in the page: how many files it keeps for whoever signs up. */
function countKeptFiles(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("forestay-own-file");
    opening.addEventListener("error", () => reject(opening.error ?? new Error("No database")));
    opening.addEventListener("success", () => {
      const { result: database } = opening;
      const counting = database.transaction("files").objectStore("files").count();
      counting.addEventListener("success", () => {
        database.close();
        resolve(counting.result);
      });
    });
  });
}

const times = (page: Page) => page.getByRole("group", { name: "Time" });

/** Chooses the last time that is offered, and fills in who comes. Answers what the button says then. */
async function chooseTheLastTime(page: Page, name: string): Promise<string> {
  await page.goto("/book-demo");
  const later = page.getByRole("button", { name: "Later days" });
  await later.waitFor();
  while (await later.isEnabled()) await later.click();
  await page
    .getByRole("radio", { name: /\d free$/ })
    .last()
    .check({ force: true });
  await times(page).getByRole("radio", { disabled: false }).last().check({ force: true });
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Work e-mail" }).fill(newAddress(name));
  return page.getByRole("button", { name: /^Book / }).innerText();
}

it("two visitors press for the same time at once: one has it, the other is told and books another", async () => {
  await using first = await startJourney();
  await using second = await startJourney();
  const pages = [first.page, second.page];
  const chosen = await Promise.all([
    chooseTheLastTime(first.page, "Ada"),
    chooseTheLastTime(second.page, "Ben"),
  ]);
  expect(chosen[0]).toBe(chosen[1]);
  const free = await times(first.page).getByRole("radio", { disabled: false }).count();
  await Promise.all(pages.map((page) => page.getByRole("button", { name: /^Book / }).click()));
  const outcomes = await Promise.all(
    pages.map(async (page) => {
      const booked = page.getByRole("heading", { name: "Your demo is booked" });
      const taken = page.getByText("was just taken by someone else");
      await booked.or(taken).first().waitFor();
      return (await booked.count()) === 1 ? "booked" : "taken";
    }),
  );
  expect(outcomes.toSorted()).toEqual(["booked", "taken"]);

  // What was typed is still there, and another time is one press away.
  const late = pages[outcomes.indexOf("taken")]!;
  await late.getByRole("button", { name: "Choose a time" }).waitFor();
  expect(await late.getByRole("textbox", { name: "Name" }).inputValue()).not.toBe("");
  // Once the times have been asked for anew: until then the one that is taken stands there as free.
  await expect.poll(() => times(late).getByRole("radio", { disabled: false }).count()).toBeLessThan(free);
  await times(late).getByRole("radio", { disabled: false }).last().check({ force: true });
  await late.getByRole("button", { name: /^Book / }).click();
  await late.getByRole("heading", { name: "Your demo is booked" }).waitFor();
  expect([...first.problems, ...second.problems]).toEqual([]);
});
