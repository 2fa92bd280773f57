import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";

/** Jobs share two cores with everything else. */
const jobTimeoutMs = 120_000;

it("a person builds a segment and sees a customer enter it", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  await signUpByCall(context, "Segments");
  await page.goto("/app/segments");
  await page.getByRole("heading", { name: "No segments yet" }).waitFor();
  await bringIn(page, "customer_id,name,plan\nC-1,Ann Lee,Basic\nC-2,Bob Ray,Team\nC-3,Cy Moe,Team\n");
  await expect
    .poll(() => page.getByRole("link", { name: "Customers 3" }).count(), { timeout: jobTimeoutMs })
    .toBe(1);

  // By keyboard alone, from the list to a segment that is followed.
  await page.getByRole("link", { name: "New segment" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("On Basic");
  await page.getByRole("button", { name: "Add criterion" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Field" }).focus();
  await page.keyboard.press("Enter");
  // What is typed before the list's own box has the focus goes nowhere.
  await page.getByRole("dialog", { name: "Field" }).locator("input:focus").waitFor();
  await page.keyboard.type("Plan");
  await page.getByRole("option", { name: "Plan", exact: true, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Value of Plan: none chosen" }).focus();
  await page.keyboard.press("Enter");
  // It takes the focus when it opens, and from whoever took it before.
  await page.getByRole("dialog", { name: "Value of Plan" }).locator(":focus").waitFor();
  await page.getByRole("checkbox", { name: "Basic" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.getByRole("status").filter({ hasText: "1 customer, 33% of all" }).waitFor();
  await page.getByRole("button", { name: "Activate segment" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "On Basic" }).waitFor();
  const members = page.getByRole("table", { name: "Members" });
  await members.getByRole("link", { name: "Ann Lee" }).waitFor({ timeout: jobTimeoutMs });

  // The page stays as it is; a file changes a customer, and it comes in.
  await bringIn(page, "customer_id,name,plan\nC-2,Bob Ray,Basic\n");
  await members.getByRole("link", { name: "Bob Ray" }).waitFor({ timeout: jobTimeoutMs });
  await page.getByRole("heading", { name: "1 came in and 0 went out in 1 week" }).waitFor();
  await page.getByRole("link", { name: "2", exact: true }).click();
  await page.waitForURL(/\/app\/customers\?filters=/);
  const rows = page.getByRole("table", { name: "Customers" });
  await rows.getByRole("link", { name: "Bob Ray" }).waitFor();
  expect(await rows.getByRole("link", { name: "Cy Moe" }).count()).toBe(0);
  expect(journey.problems).toEqual([]);
});

/** A file of customers, imported as it is suggested, while the page stays where it is. */
async function bringIn(page: Page, text: string): Promise<void> {
  const status = await page.evaluate(async (content) => {
    const { token } = (await (await fetch("/api/auth/me")).json()) as { token: string };
    const form = new FormData();
    form.set("autoConfirm", "true");
    form.set("file", new Blob([content], { type: "text/csv" }), "customers.csv");
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch("/api/imports/upload", { method: "POST", headers, body: form })).status;
  }, text);
  expect(status).toBeLessThan(300);
}
