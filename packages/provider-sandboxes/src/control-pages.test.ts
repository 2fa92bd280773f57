import { afterEach, expect, it } from "vitest";
import { startHubSpot, startSalesforce, startSlack, startStripe, type Peer } from "./index.ts";

let peer: Peer;
afterEach(() => peer.close());

const send = (path: string, fields: Record<string, string>) =>
  fetch(peer.url + path, { method: "POST", body: new URLSearchParams(fields) });

it("Stripe: a person edits a customer, lets a bill fail, ends a subscription and deletes", async () => {
  const stripe = await startStripe({ data: "empty" });
  peer = stripe;
  const product = stripe.data.addProduct("Plan");
  const price = stripe.data.addPrice({
    product: product.id,
    currency: "usd",
    unit_amount: 900,
    interval: "month",
  });
  const added = await send("/sandbox/customers", { name: "Ada <b>", email: "ada@one.example" });
  expect(await added.text()).toContain("Ada &lt;b&gt;");
  const id = new URL(added.url).pathname.split("/").at(-1) ?? "";
  const path = `/sandbox/customers/${id}`;
  await send(path, { name: "Ada", email: "ada@two.example" });
  expect(stripe.data.account.customers.get(id)).toMatchObject({ name: "Ada", email: "ada@two.example" });

  const subscription = stripe.data.subscribe({ customer: id, items: [{ price: price.id }] });
  await send(path, { deed: "card", card: "pm_card_visa_chargeDeclinedInsufficientFunds" });
  await send("/sandbox/clock", { days: "32" });
  const text = await (await fetch(peer.url + path)).text();
  expect(text).toContain("past_due");
  expect(text).toContain("Try the card");
  await send(path, { deed: "cancel", subscription: subscription.id });
  expect(subscription.status).toBe("canceled");
  await send(path, { deed: "delete" });
  expect((await fetch(peer.url + path)).status).toBe(404);
});

it("Stripe: a person ends the tokens and removes the app", async () => {
  const stripe = await startStripe({ data: "empty" });
  peer = stripe;
  const { accessToken } = stripe.oauth.issue();
  await send("/sandbox/tokens", {});
  expect(stripe.oauth.check(accessToken)).toEqual({ refused: "expired" });
  await send("/sandbox/remove-app", {});
  expect(stripe.oauth.check(accessToken)).toEqual({ refused: "revoked" });
});

it("HubSpot: a person finds, edits and erases a contact", async () => {
  const hubspot = await startHubSpot({ data: "empty" });
  peer = hubspot;
  const added = await send("/sandbox/contacts", { lastname: "Brandt", email: "b@one.example" });
  const { pathname } = new URL(added.url);
  await send(pathname, { lastname: "Brandt", email: "b@one.example", seats: "7" });
  const id = pathname.split("/").at(-1) ?? "";
  expect(hubspot.data.one("contacts", id).properties).toMatchObject({ seats: "7", lastname: "Brandt" });
  expect(await (await fetch(`${peer.url}/sandbox?find=brandt`)).text()).toContain("b@one.example");
  expect(await (await send(pathname, { deed: "privacy" })).text()).toContain("erased for good");
  expect(hubspot.data.records.contacts.size).toBe(0);
});

it("Slack: a person archives a channel, and removes the app", async () => {
  const slack = await startSlack();
  peer = slack;
  slack.data.post("C0ALERTS", "Ada is at <risk>", null, "bot");
  expect(await (await fetch(`${peer.url}/sandbox`)).text()).toContain(
    "#customer-alerts: Ada is at &lt;risk&gt;",
  );
  expect(await (await send("/sandbox/channels/C0ALERTS", {})).text()).toContain(
    "#customer-alerts (archived)",
  );
  await send("/sandbox/remove-app", {});
  expect(slack.data.webhookPath).toBeNull();
});

it("Salesforce: a person edits and deletes a contact", async () => {
  const salesforce = await startSalesforce({ data: "empty" });
  peer = salesforce;
  const { Id } = salesforce.data.add("Contact", { LastName: "Brandt", Email: "b@one.example" });
  await send(`/sandbox/contacts/${Id}`, { deed: "save", email: "b@two.example" });
  expect(await (await fetch(`${peer.url}/sandbox?find=brandt`)).text()).toContain("b@two.example");
  await send(`/sandbox/contacts/${Id}`, { deed: "delete" });
  expect(salesforce.data.one("Contact", Id)["IsDeleted"]).toBe(true);
});
