import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { addCustomerByCall } from "../harness/add-customer.ts";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";

it("a person asks what is kept of them, and then to be forgotten", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  await signUpByCall(context, "Erasing");
  await page.goto("/app/segments");
  for (const [externalId, fullName] of [
    ["C-1", "Ann Lee"],
    ["C-2", "Ben Okoro"],
  ] as const)
    await addCustomerByCall(page, { externalId, fullName, monthlyRevenue: 120, subscriptionStatus: 1 });
  await page.goto("/app/customers");
  await page.getByRole("link", { name: "Ann Lee" }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export everything" }).click(),
  ]);
  const kept = JSON.parse(await readFile(await download.path(), "utf8")) as {
    tables: { customers: { full_name: string }[] };
  };
  expect(kept.tables.customers.map(({ full_name }) => full_name)).toEqual(["Ann Lee"]);

  const url = page.url();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Erase this customer" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase Ann Lee?" });
  await dialog.getByLabel("Type “Ann Lee” to confirm").fill("Ann Lee");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await page.getByText("The customer is erased").waitFor();
  await page.getByRole("link", { name: "Ben Okoro" }).waitFor();
  expect(await page.getByRole("link", { name: "Ann Lee" }).count()).toBe(0);
  expect(journey.problems).toEqual([]);
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: "Customer not found" }).waitFor();
});
