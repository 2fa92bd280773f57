import { expect, it } from "vitest";
import { addCustomerByCall } from "../harness/add-customer.ts";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";

it("two records of one person become one, by keyboard, and the old address leads to it", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  const { keyboard } = page;
  await signUpByCall(context, "Merging");
  await page.goto("/app/segments");
  for (const [externalId, fullName] of [
    ["C-1", "Ann Lee"],
    ["C-2", "Annie Lee"],
    ["C-3", "Ben Okoro"],
  ] as const)
    await addCustomerByCall(page, { externalId, fullName, monthlyRevenue: 120, subscriptionStatus: 1 });
  await page.goto("/app/customers");
  await page.getByRole("link", { name: "Annie Lee" }).click();
  await page.getByRole("heading", { level: 1, name: "Annie Lee" }).waitFor();
  const oldAddress = page.url();
  await page.goto("/app/customers");
  await page.getByRole("link", { name: "Ann Lee", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Ann Lee" }).waitFor();
  const address = page.url();

  await page.getByRole("button", { name: "More", exact: true }).focus();
  await keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Merge with another customer" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge Ann Lee with another customer" });
  await dialog.locator("input:focus").waitFor();
  // Nearly what it is called.
  await keyboard.type("Anni Leee");
  await dialog.getByRole("option", { name: /Annie Lee/, selected: true }).waitFor();
  await keyboard.press("Enter");
  await dialog.getByRole("row", { name: /^Name Ann Lee \(stays\) Annie Lee$/ }).waitFor();
  await dialog.getByLabel("Type “Annie Lee” to confirm").focus();
  await keyboard.type("Annie Lee");
  await keyboard.press("Enter");
  await page.getByText("Annie Lee is part of Ann Lee now").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Merged with Annie Lee").waitFor();

  await page.goto(oldAddress);
  await page.getByRole("heading", { level: 1, name: "Ann Lee" }).waitFor();
  await page.waitForURL(address);
  await page.goto("/app/customers");
  await page.getByRole("link", { name: "Ben Okoro" }).waitFor();
  expect(await page.getByRole("link", { name: "Annie Lee" }).count()).toBe(0);
  expect(journey.problems).toEqual([]);
});
