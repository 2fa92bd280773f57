import { integrationRoutes } from "@forestay/contracts";
import { startHubSpot, startStripe, type HubSpotPeer, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

const RECORDS = 1150;

let company: Connected<HubSpotPeer | StripePeer>;
afterEach(() => company.close());

/** A first reading whose worker dies with its second write: its place is after the first one. */
async function stopInTheMiddle(): Promise<{ object: string; page: string }> {
  const { app, owner, params, rows } = company;
  await rows(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  await rows(`create trigger die before update on integration_runs for each row
    when (old.place is not null) execute function die()`);
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs({ ignoreRunAt: false }).catch(() => undefined);
  await rows("drop trigger die on integration_runs");
  const [run] = await rows<{ place: { object: string; page: string } }>("select place from integration_runs");
  if (!run) throw new Error("It did not begin");
  return run.place;
}

const emails = () => company.rows<{ email: string }>("select email from customers order by email");

it("reads Stripe's list from its beginning where the record that it goes on from was deleted", async () => {
  const connected = await connectedCompany("stripe", (options) =>
    startStripe({ ...options, data: { customers: RECORDS, invoices: 1 } }),
  );
  company = connected;
  const { peer, app } = connected;
  const place = await stopInTheMiddle();
  expect(place.object).toBe("customers");
  peer.data.deleteCustomer(place.page);
  await app.drainJobs({ ignoreRunAt: true });
  const [run] = await company.runs();
  expect(run).toMatchObject({ status: "done", error: null });
  expect(run?.counts[0]).toMatchObject({ object: "customers", read: RECORDS - 1, saved: RECORDS - 1 });
  // Who was taken in before they were deleted there stays.
  expect(await emails()).toHaveLength(RECORDS);
}, 120_000);

it("does so in a later run too, which goes on from the place of the one that stopped", async () => {
  const connected = await connectedCompany("stripe", (options) =>
    startStripe({ ...options, data: { customers: RECORDS, invoices: 1 } }),
  );
  company = connected;
  const { peer, app } = connected;
  const place = await stopInTheMiddle();
  const cut = peer.fault({ match: "GET /v1/customers", status: 503, times: 1000 });
  await app.drainJobs({ ignoreRunAt: true });
  expect((await company.runs())[0]).toMatchObject({ status: "failed" });
  // It came further than before; the next one, which does not, is the first that counts.
  const failures = () => company.rows("select failures_in_a_row as n from integrations");
  expect(await failures()).toEqual([{ n: 0 }]);
  await company.sync();
  expect(await failures()).toEqual([{ n: 1 }]);
  cut.cancel();
  peer.data.deleteCustomer(place.page);
  await company.sync();
  const [run] = await company.runs();
  expect(run).toMatchObject({ status: "done" });
  expect(run?.counts[0]).toMatchObject({ read: RECORDS - 1 });
}, 120_000);

it("reads HubSpot's list from its beginning where it refuses the place, and ends where it refuses every place", async () => {
  const connected = await connectedCompany("hubspot", startHubSpot);
  company = connected;
  const { peer, app } = connected;
  for (let n = 0; n < RECORDS; n++)
    peer.data.add("contacts", { email: `c${n}@there.example`, lifecyclestage: "customer" });
  const place = await stopInTheMiddle();
  const refusal = { status: 400, body: { category: "VALIDATION_ERROR", message: "Invalid after" } };
  const refused = peer.fault({ match: new RegExp(`contacts\\?.*after=${place.page}`), ...refusal });
  await app.drainJobs({ ignoreRunAt: true });
  expect(refused.met).toBe(1);
  const [run] = await company.runs();
  expect(run).toMatchObject({ status: "done", error: null });
  const contacts = [...peer.data.records.contacts.values()].length;
  expect(run?.counts[0]).toMatchObject({ object: "contacts", read: contacts });

  const always = peer.fault({ match: /contacts\?.*after=/, ...refusal, times: 1000 });
  await company.sync({ all: true });
  expect(always.met).toBeLessThan(20);
  expect((await company.runs())[0]).toMatchObject({
    status: "failed",
    error: "HubSpot no longer knows the place that the list goes on from.",
  });
  expect(await company.rows("select status from integrations")).toEqual([{ status: "Connected" }]);
}, 120_000);
