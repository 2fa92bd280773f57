import { expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { signUpByCall } from "../harness/new-person.ts";

it("a person connects Stripe's sandbox, sees a change arrive, mends a key that ended, and disconnects", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  await signUpByCall(context, "Integrations");
  await page.goto("/app/settings?section=integrations");
  await page.getByRole("heading", { name: "Nothing is connected yet" }).waitFor();
  await page.getByRole("link", { name: "Connect Stripe" }).press("Enter");
  await page.getByRole("button", { name: "Connect the sandbox" }).click();
  await page.getByText("Of the newest 100 customers, 100 would be new.").waitFor();
  await page.getByRole("button", { name: "Start the first sync" }).click();
  await page.getByText("300 customers, 3,").first().waitFor();
  await page.getByText(/last sync just now/).waitFor();

  // The provider's side, by hand.
  const address = await page.getByRole("link", { name: "Change the sample account" }).getAttribute("href");
  const there = await context.newPage();
  await there.goto(address ?? "");
  await there.getByRole("row").nth(1).getByRole("link").click();
  await there.getByLabel("Name").fill("Renamed There Ltd");
  await there.getByRole("button", { name: "Save" }).first().click();
  await there.getByText("Done.").waitFor();
  // Told, not asked for: nobody pressed anything here.
  await page.goto("/app/customers?search=Renamed");
  await page.getByRole("link", { name: "Renamed There Ltd" }).waitFor();

  await there.goto(address ?? "");
  await there.getByRole("button", { name: "Roll the restricted key" }).click();
  await there.getByText("The new one stands below.").waitFor();
  const key = await there
    .getByRole("listitem")
    .filter({ hasText: "restricted:" })
    .locator("code")
    .textContent();
  await page.goto("/app/settings/integrations/stripe/configure");
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("heading", { name: "Stripe no longer lets us in" }).waitFor();
  await page.getByLabel("Restricted key").fill(key ?? "");
  await page.getByRole("button", { name: "Reconnect" }).click();
  await page.getByRole("button", { name: "Sync now" }).waitFor();

  await page.getByRole("button", { name: "Disconnect" }).click();
  const asking = page.getByRole("dialog", { name: "Disconnect Stripe?" });
  await asking.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("heading", { name: "Nothing is connected yet" }).waitFor();
  await page.goto("/app/customers?search=Renamed");
  await page.getByRole("link", { name: "Renamed There Ltd" }).waitFor();
  expect(journey.problems).toEqual([]);
});
