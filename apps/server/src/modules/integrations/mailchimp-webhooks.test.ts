import { integrationRoutes } from "@forestay/contracts";
import { startMailchimp, type MailchimpPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

let company: Connected<MailchimpPeer>;
beforeEach(async () => {
  company = await connectedCompany(
    "mailchimp",
    (options: object) => startMailchimp({ ...options, data: "empty" }),
    { isConnected: false },
  );
});
afterEach(() => company.close());

const read = async () =>
  (await company.app.call(company.owner, integrationRoutes.get, { params: company.params })).body.connection;
const suppressed = (email: string) =>
  company.rows<{ reason: string }>(
    "select reason from mail_suppressions where fingerprint = sha256(lower($1)::bytea)",
    [email],
  );
const kept = async () => (await company.rows("select 1 from integration_inbox")).length;
const told = () => [...company.peer.data.webhooks.keys()];

it("hears at once who wants no mail any more, once however often it is told, and writes to them no more", async () => {
  const { data, webhooks } = company.peer;
  await company.app.server.listen({ port: company.app.context.config.port, host: "127.0.0.1" });
  const ann = data.subscribe("Ann@readers.example", "Ann Reader");
  await company.rows("insert into customers (company_id, external_id, email) values ($1, 'C-1', $2)", [
    company.companyId,
    ann.email_address,
  ]);
  await company.connect();
  await company.sync();
  expect(await read()).toMatchObject({ tellsUs: true });
  expect(told()).toHaveLength(1);
  webhooks.copies = 3;
  data.unsubscribe(ann.id);
  await webhooks.settled();
  expect(webhooks.tries.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await kept()).toBe(1);
  await company.app.drainJobs();
  expect(await suppressed(ann.email_address)).toEqual([{ reason: "unsubscribed" }]);

  // The form is a hint: of somebody who is on no list nothing follows, and neither of a form that says nothing.
  const [address = ""] = told();
  const send = (url: string, form: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(form) }).then(({ status }) => status);
  expect(await send(address, { type: "unsubscribe", "data[email]": "nobody@readers.example" })).toBe(200);
  expect(await send(address, { type: "campaign" })).toBe(200);
  await company.app.drainJobs();
  expect(await suppressed("nobody@readers.example")).toEqual([]);

  // At another address nothing is kept; that somebody is there is said to all alike, as Mailchimp asks before it tells.
  const before = await kept();
  const forged = {
    type: "unsubscribe",
    "data[email]": "ann@readers.example",
    fired_at: "2026-01-01 00:00:00",
  };
  const wrong = address.replace(/[^/]+$/, "g".repeat(43));
  expect(await send(wrong, forged)).toBe(404);
  expect(await send(address.replace(company.companyId, crypto.randomUUID()), forged)).toBe(404);
  expect((await fetch(wrong)).status).toBe(200);
  expect((await fetch(address.replace(/[^/]+$/, "guessed"))).status).toBe(404);
  expect(await kept()).toBe(before);

  // Of two audiences the first does not let us take back what it tells: the other stops all the same.
  await company.rows("update integrations set webhook_id = 'other:hook9,' || webhook_id");
  const refused = company.peer.fault({
    match: "DELETE /3.0/lists/other/webhooks/*",
    status: 403,
    headers: { "content-type": "application/problem+json" },
    body: {},
  });
  await company.app.call(company.owner, integrationRoutes.disconnect, { params: company.params, body: {} });
  expect(refused.met).toBe(1);
  expect(told()).toEqual([]);
  expect(await send(address, forged)).toBe(404);
}, 120_000);

it("is asked as often as the company chose where Mailchimp cannot reach it", async () => {
  await company.connect();
  expect(await read()).toMatchObject({ tellsUs: false });
  expect(told()).toEqual([]);
}, 120_000);
