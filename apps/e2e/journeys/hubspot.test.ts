import { expect, inject, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { ask, signUpByCall } from "../harness/new-person.ts";
import { ownAddressOf } from "../harness/start-shared-app.ts";

it("a person connects HubSpot's sandbox on its page, sees a change arrive, chooses fields, mends access that ended, and has all of it deleted", async () => {
  const home = ownAddressOf(inject("baseUrl"));
  await using journey = await startJourney({ baseUrl: home });
  const { page, context } = journey;
  const { token } = await signUpByCall(context, "Hubspot", "later", home);
  await page.goto("/app/settings/integrations/hubspot/configure");
  await page.getByRole("button", { name: "Connect the sandbox" }).click();
  await page.getByText("crm.objects.contacts.read").waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("button", { name: "Start the first sync" }).click();
  await page.getByText(/last sync just now/).waitFor();
  await page.getByText(/\d+ contacts, \d+ companies, \d+ deals read/).waitFor();

  // The provider's side, by hand.
  const address = await page.getByRole("link", { name: "Change the sample account" }).getAttribute("href");
  const there = await context.newPage();
  const open = async () => {
    await there.goto(`${address ?? ""}?find=Otto Words`);
    await there.getByRole("link", { name: "Otto Words" }).click();
  };
  await open();
  await there.getByLabel("Last Name").fill("Renamed");
  await there.getByRole("button", { name: "Save" }).click();
  await there.getByText("Saved.").waitFor();
  // Told, not asked for: nobody pressed anything here.
  await page.goto("/app/customers?search=Renamed");
  await page.getByRole("link", { name: "Otto Renamed" }).waitFor();

  await page.goto("/app/settings/integrations/hubspot/configure");
  await page.getByRole("button", { name: "Choose fields" }).click();
  await page.getByRole("combobox", { name: "Contacts: Plan goes into" }).click();
  await page.getByRole("option", { name: "Plan", exact: true }).first().click();
  await page.getByRole("button", { name: "Save fields" }).click();
  await page.getByText("As your company chose").waitFor();
  const begun = page.waitForResponse((response) => response.url().endsWith("/api/integrations/hubspot/sync"));
  await page.getByRole("button", { name: "Sync now" }).click();
  expect((await begun).ok()).toBe(true);
  // Not by the button, which is away as long as it takes, however short that is.
  const run = async () => {
    const path = "/api/integrations/hubspot";
    const { connection } = (await ask(context, path, undefined, token, "GET", home)) as {
      connection: { run: object | null } | null;
    };
    return connection?.run;
  };
  await expect.poll(run).toBeNull();
  await page.getByRole("button", { name: "Sync now" }).waitFor();

  // A token that is over is renewed by itself; an app that was removed takes a person.
  await there.goto(address ?? "");
  await there.getByRole("button", { name: "End access tokens" }).click();
  await there.getByText("The app's access tokens are over.").waitFor();
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("It lets us in").waitFor();
  await there.getByRole("button", { name: "Remove the app" }).click();
  await there.getByText("The app is removed").waitFor();
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("heading", { name: "HubSpot no longer lets us in" }).waitFor();
  await page.getByRole("button", { name: "Reconnect" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByRole("button", { name: "Sync now" }).waitFor();

  await page.getByRole("button", { name: "Disconnect" }).click();
  const asking = page.getByRole("dialog", { name: "Disconnect HubSpot?" });
  await asking.getByRole("radio", { name: "Delete what came from HubSpot alone" }).click();
  await asking.getByRole("button", { name: "Disconnect and delete" }).click();
  await asking.waitFor({ state: "hidden" });
  await page.goto("/app/settings/integrations/hubspot/configure");
  await page.getByRole("heading", { name: "What came from HubSpot was deleted" }).waitFor();
  await page.goto("/app/customers");
  await page.getByText("No customers yet").first().waitFor();
  // It was sent to the sandbox's own page, and nowhere else.
  const { origin } = new URL(address ?? "");
  expect(journey.problems.filter((one) => !one.startsWith(`left the machine: ${origin}/`))).toEqual([]);
});
