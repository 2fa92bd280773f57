import { expect, it } from "vitest";
import { addCustomerByCall } from "../harness/add-customer.ts";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";

it("a person works a case from the first concern to its outcome", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  await signUpByCall(context, "Cases");
  await page.goto("/app/segments");
  await addCustomerByCall(page, {
    externalId: "C-1",
    fullName: "Ann Lee",
    monthlyRevenue: 120,
    subscriptionStatus: 1,
  });
  await page.goto("/app/customers");
  await page.getByRole("link", { name: "Ann Lee" }).click();
  await page.getByRole("button", { name: "Open case" }).click();
  const opening = page.getByRole("dialog", { name: "Open a risk case" });
  await opening.getByRole("button", { name: "Open case" }).click();
  await opening.locator("p", { hasText: "Choose a reason" }).waitFor();
  await opening.getByLabel("Why it is at risk").click();
  await page.getByRole("option", { name: "Competitor" }).click();
  await opening.getByRole("button", { name: "Open case" }).click();
  await page.getByText("At risk, day 1").waitFor();
  await page.getByText("1,440 a year at stake").waitFor();
  await page.getByRole("button", { name: "Move to Plan" }).click();
  await page.getByText("Plan, day 1").waitFor();

  // It waits for whoever has it.
  await page.getByRole("button", { name: /^Account:/ }).click();
  await page.getByRole("menuitem", { name: "My work" }).click();
  await page.getByText("1 open risk case").waitFor();
  await page.getByRole("tab", { name: /Risk cases/ }).click();
  await page.getByRole("table", { name: "Risk cases" }).getByRole("link", { name: "Ann Lee" }).click();

  await page.getByRole("button", { name: "Close case" }).click();
  const closing = page.getByRole("dialog", { name: "Close the case" });
  await closing.getByRole("radio", { name: "Lost" }).click();
  await closing.getByRole("button", { name: "Close case" }).click();
  // The customer has left, and the page says so without being loaded again.
  await page
    .getByText(/^Left (just now|today|\d)/i)
    .first()
    .waitFor();
  await page.getByText("Risk case closed: Lost, Competitor").waitFor();
  await page.goto("/app/insights?tab=reasons");
  await page.getByRole("heading", { name: /^0 of 1 closed risk case recovered/ }).waitFor();
  const reasons = page.getByRole("table", { name: "Risk cases by reason" });
  await reasons.getByRole("row", { name: /Competitor 0 1 .1,440/ }).waitFor();
  expect(journey.problems).toEqual([]);
});
