import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { mailAtAnyHour } from "../harness/mail-settings.ts";
import { signUpByCall } from "../harness/new-person.ts";

/** Jobs share two cores with everything else. */
const jobTimeoutMs = 120_000;

it("a person creates a campaign from a segment, sees who is written to and who is held out, and reads the verdict", async () => {
  await using journey = await startJourney({});
  const { page, context } = journey;
  const { token } = await signUpByCall(context, "Campaigns");
  const rows = Array.from({ length: 40 }, (_, n) => `C-${n},Ann Number${n},c${n}@tidewell.example,Basic`);
  await page.goto("/app/campaigns");
  await bringIn(page, `customer_id,name,email,plan\n${rows.join("\n")}\n`);
  const ask = async (method: "POST" | "PUT", path: string, data: object) => {
    const answer = await context.request.fetch(new URL(path, inject("baseUrl")).href, {
      method,
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
  };
  await ask("POST", "/api/segments", {
    name: "On Basic",
    description: "",
    type: 0,
    status: 1,
    color: "teal",
    criteria: [{ field: "plan", operator: "In", value: ["Basic"] }],
  });
  await ask("PUT", "/api/customer-mail/settings", mailAtAnyHour("Campaigns Ltd"));

  await expect
    .poll(() => page.getByRole("link", { name: "Customers 40" }).count(), { timeout: jobTimeoutMs })
    .toBe(1);
  await page.getByRole("link", { name: "Low usage" }).click();
  await page.getByRole("combobox", { name: "Starts when" }).click();
  await page.getByRole("option", { name: "Enters a segment" }).click();
  await page.getByRole("combobox", { name: "Segment", exact: true }).waitFor();
  await page.getByRole("radio", { name: /^50%/ }).check({ force: true });
  await page.getByText("40 enter at the start").first().waitFor({ timeout: jobTimeoutMs });
  // The message as a customer gets it, with its own looks: the page's policy refuses styles that stand in a text.
  const said = page
    .frameLocator("iframe[title='The message']")
    .getByText("You pay for Basic", { exact: false });
  await said.waitFor();
  expect(await said.evaluate((element) => getComputedStyle(element).fontSize)).toBe("16px");
  await page.getByText("Nothing stops it").waitFor();
  await page.getByRole("button", { name: "Start campaign" }).click();

  await page.getByRole("heading", { name: "Too early to say" }).waitFor({ timeout: jobTimeoutMs });
  const drawn = page.getByText(/40 customers, 50% held out at random/);
  await drawn.waitFor();
  await expect
    .poll(
      async () => {
        const answer = await context.request.get(new URL("/api/campaigns", inject("baseUrl")).href, {
          headers: { authorization: `Bearer ${token}` },
        });
        const [one] = ((await answer.json()) as { items: Record<string, number>[] }).items;
        const { sentCount = 0, enteredCount = 0, heldCount = 0 } = one ?? {};
        return enteredCount + heldCount === 40 && sentCount === enteredCount;
      },
      { timeout: jobTimeoutMs },
    )
    .toBe(true);
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await page.getByRole("link", { name: "Low usage" }).first().waitFor();
  await page.getByText("Too early").first().waitFor();
  expect(journey.problems).toEqual([]);
});

it("a person reads the verdict of a finished campaign, and who is worth contacting by it", async () => {
  await using journey = await startJourney({ as: "viewer" });
  const { page } = journey;
  await page.goto("/app/campaigns");
  await page.getByRole("link", { name: "How is it going?" }).first().click();
  await page.getByRole("heading", { name: /^Kept \d+ more of \d+$/ }).waitFor();
  await page.getByText(/It worked: .* stayed when you wrote/).waitFor();
  await page.getByText("Clicks would have claimed", { exact: false }).waitFor();
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await page.getByRole("link", { name: "Who is worth contacting" }).click();
  await page.getByRole("heading", { name: "Who is worth contacting" }).waitFor();
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
