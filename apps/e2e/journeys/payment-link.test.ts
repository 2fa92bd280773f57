import { startStripe, type PeerClock, type StripePeer } from "@forestay/provider-sandboxes";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { mailAtAnyHour } from "../harness/mail-settings.ts";
import { ask, signUpByCall } from "../harness/new-person.ts";
import { startApp, type RunningApp } from "../harness/start-app.ts";
import { ownAddressOf } from "../harness/start-shared-app.ts";

const DAY_MS = 86_400_000;
/** Jobs share two cores with everything else. */
const jobTimeoutMs = 120_000;

let stripe: StripePeer;
let app: RunningApp;
let home: string;

// An account of its own: others roll the keys of the shared one.
beforeAll(async () => {
  const clock = clockBehind(32 * DAY_MS);
  stripe = await startStripe({ data: "empty", clock });
  const { data } = stripe;
  data.account.settings.retryAfterDays = [];
  data.account.settings.afterRetries = "unpaid";
  const product = data.addProduct("Base").id;
  const price = data.addPrice({ product, currency: "usd", unit_amount: 4900, interval: "month" });
  const customer = data.addCustomer({ name: "Ada Bright", email: "ada@bright.example" }).id;
  data.subscribe({ customer, items: [{ price: price.id }] });
  data.letCard(customer, "expired_card");
  clock.advance(32 * DAY_MS);
  data.bill();
  const sandbox = new URL(stripe.url);
  sandbox.username = stripe.keys.restricted;
  app = await startApp({ env: { STRIPE_SANDBOX: sandbox.href, DEMO: "off" } });
  home = ownAddressOf(app.baseUrl);
});
afterAll(async () => {
  await app.stop();
  await stripe.close();
});

it("a failed payment comes in: a person sends the link, the customer pays by it without signing in, and recovery says so", async () => {
  await using staffs = await startJourney({ baseUrl: home });
  const { page, context } = staffs;
  const { token } = await signUpByCall(context, "Recovery", "later", home);
  await ask(context, "/api/customer-mail/settings", mailAtAnyHour("Recovery Ltd"), token, "PUT", home);
  await page.goto("/app/settings/integrations/stripe/configure");
  await page.getByRole("button", { name: "Connect the sandbox" }).click();
  await page.getByRole("button", { name: "Start the first sync" }).click();
  await page.getByText(/last sync just now/).waitFor();

  await page.goto("/app/recovery");
  await page.getByRole("link", { name: "Ada Bright" }).click();
  await page.getByText("Card expired").first().waitFor();
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("Link on its way").waitFor();
  const link = await linkInMail(context, token);

  // The customer, who is nobody here.
  await using customers = await startJourney({ baseUrl: home, screen: "mobile" });
  const { page: phone } = customers;
  await phone.goto(link);
  await phone.getByRole("heading", { name: "$49.00 to Recovery Ltd" }).waitFor();
  await phone.getByRole("button", { name: "Go to the payment page" }).click();
  await phone.getByRole("heading", { name: /^Invoice / }).waitFor();
  expect(new URL(phone.url()).origin).toBe(new URL(stripe.url).origin);
  await phone.getByLabel("Card").selectOption("pm_card_visa");
  await phone.getByRole("button", { name: "Pay" }).click();
  await phone.getByRole("heading", { name: "Invoice paid" }).waitFor();

  // Told, not asked for: nobody pressed anything here.
  await page.getByText("$49.00 came in, through the link").waitFor({ timeout: jobTimeoutMs });
  await phone.goto(link);
  await phone.getByRole("heading", { name: "Thank you, it is settled" }).waitFor();
  await page.goto("/app/recovery/cases");
  const row = page.getByRole("row").filter({ hasText: "Ada Bright" });
  await row.getByText("Recovered", { exact: true }).waitFor();
  await row.getByText("Through the link").waitFor();
  await page.goto("/app/recovery");
  await page.getByRole("link", { name: "Through the link" }).waitFor();
  expect(staffs.problems).toEqual([]);
  const { origin } = new URL(stripe.url);
  expect(customers.problems.filter((one) => !one.startsWith(`left the machine: ${origin}/`))).toEqual([]);
});

/** The machine's clock, so far behind until it is advanced: what is paid there comes after what was opened here. */
function clockBehind(ms: number): PeerClock {
  let behind = ms;
  const now = () => Date.now() - behind;
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    advance: (by) => {
      behind -= by;
    },
  };
}

/** Where the mail's button leads, once the mail has left: without a mail server it is in the outbox. */
async function linkInMail(context: BrowserContext, token: string): Promise<string> {
  const read = <T>(path: string) => ask(context, path, undefined, token, "GET", home) as Promise<T>;
  let link: string | undefined;
  const look = async () => {
    const { items } = await read<{ items: { id: string }[] }>("/api/outbox?search=ada%40bright.example");
    if (items[0] === undefined) return false;
    const { text } = await read<{ text: string }>(`/api/outbox/${items[0].id}`);
    link = /https?:\/\/\S+\/pay\?token=\S+/.exec(text)?.[0];
    return link !== undefined;
  };
  await expect.poll(look, { timeout: jobTimeoutMs }).toBe(true);
  return link ?? "";
}
