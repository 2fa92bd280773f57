import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  type HubSpotPeer,
  type MailchimpPeer,
  type SalesforcePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import type { ProviderApi } from "./connector.ts";
import { followJob } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { findIntegration } from "./integration-rows.ts";
import { openStored } from "./providers.ts";

let company: Connected<HubSpotPeer | MailchimpPeer | SalesforcePeer>;
afterEach(() => company.close());

const begin = async <P extends HubSpotPeer | MailchimpPeer | SalesforcePeer>(
  ...way: Parameters<typeof connectedCompany<P>>
): Promise<Connected<P>> => {
  const connected = await connectedCompany<P>(...way);
  company = connected;
  return connected;
};
async function api(): Promise<ProviderApi> {
  const { app, companyId, params } = company;
  const row = await withTenant(app.db, companyId, (tx) => findIntegration(tx, companyId, params.provider));
  if (!row) throw new Error("Not connected");
  return openStored(app.context, row, new AbortController().signal);
}
async function changed(since: Date, object: string, meanwhile: () => void = () => {}): Promise<string[]> {
  const found: string[] = [];
  for await (const change of (await api()).readChanges(since)) {
    if (found.length === 0) meanwhile();
    if (change.object === object) found.push(change.sourceId);
  }
  return found;
}

it("Mailchimp: a member who leaves the list between two pages hides nobody from the first reading", async () => {
  const { peer } = await begin<MailchimpPeer>("mailchimp", startMailchimp);
  peer.data.members.clear();
  const ids = Array.from({ length: 1200 }, (_, n) => peer.data.subscribe(`r${n}@there.example`, `R ${n}`).id);
  const read: string[] = [];
  const way = await api();
  let place: string | null = null;
  do {
    const page: Awaited<ReturnType<ProviderApi["readPage"]>> = await way.readPage("members", place);
    read.push(...page.records.map(({ sourceId }) => sourceId));
    place = page.next;
    // Ten of those that were read are gone when the next page is asked for.
    for (const id of read.slice(-400, -390)) peer.data.members.delete(id);
  } while (place !== null);
  expect(ids.filter((id) => !read.includes(id))).toEqual([]);
  expect(new Set(read).size).toBe(read.length);
});

it("Mailchimp: so do more members than two pages share, and a last one who left makes it begin again", async () => {
  const { peer } = await begin<MailchimpPeer>("mailchimp", startMailchimp);
  peer.data.members.clear();
  const ids = Array.from({ length: 1200 }, (_, n) => peer.data.subscribe(`r${n}@there.example`, `R ${n}`).id);
  const way = await api();
  const first = await way.readPage("members", null);
  for (const id of ids.slice(0, 200)) peer.data.members.delete(id);
  const read = first.records.map(({ sourceId }) => sourceId);
  for (let place = first.next; place !== null;) {
    const page = await way.readPage("members", place);
    read.push(...page.records.map(({ sourceId }) => sourceId));
    place = page.next;
  }
  expect(ids.filter((id) => !read.includes(id))).toEqual([]);
  expect(new Set(read).size).toBe(read.length);
  const last = first.records.at(-1)?.sourceId ?? "";
  peer.data.members.delete(last);
  await expect(way.readPage("members", first.next)).rejects.toMatchObject({ failure: "place_gone" });
});

it("Mailchimp: a member who changes between two pages of changes hides no other change", async () => {
  const { peer, pass } = await begin<MailchimpPeer>("mailchimp", startMailchimp);
  peer.data.members.clear();
  const since = new Date(company.clock.now());
  const ids: string[] = [];
  for (let n = 0; n < 1200; n++) {
    if (n % 5 === 0) pass(1000);
    ids.push(peer.data.subscribe(`r${n}@there.example`, `R ${n}`).id);
  }
  const found = await changed(since, "members", () => {
    pass(60_000);
    for (const id of ids.slice(0, 20)) peer.data.edit(id, { full_name: "Changed" });
  });
  expect(ids.filter((id) => !found.includes(id))).toEqual([]);
});

it("Mailchimp: finds all that changed at one moment", async () => {
  const { peer, pass } = await begin<MailchimpPeer>("mailchimp", startMailchimp);
  const since = new Date(company.clock.now());
  pass(60_000);
  peer.data.members.clear();
  const ids = Array.from({ length: 1200 }, (_, n) => peer.data.subscribe(`r${n}@there.example`, `R ${n}`).id);
  const found = await changed(since, "members");
  expect(ids.filter((id) => !found.includes(id))).toEqual([]);
  expect(found).toHaveLength(ids.length);
});

it("Salesforce: finds all that changed at one moment, however many, each once", async () => {
  const { peer, pass } = await begin<SalesforcePeer>("salesforce", startSalesforce);
  pass(60_000);
  const since = new Date(company.clock.now() - 1000);
  const ids = Array.from(
    { length: 4500 },
    (_, n) => peer.data.add("Contact", { LastName: `Reader ${n}` }).Id,
  );
  pass(10 * 60_000);
  const found = await changed(since, "contacts");
  expect(found.toSorted()).toEqual(ids.toSorted());
});

it("HubSpot: a deal that was deleted counts nowhere, whether its company has others or none", async () => {
  const { peer, app, rows, companyId } = await begin<HubSpotPeer>("hubspot", startHubSpot);
  const { data } = peer;
  for (const all of Object.values(data.records)) all.clear();
  const add = (...[type, values]: Parameters<typeof data.add>) => data.add(type, values).id;
  const contact = add("contacts", { email: "ada@there.example", lifecyclestage: "customer" });
  const firm = add("companies", { name: "Firm" });
  const deals = [100, 50].map((amount) =>
    add("deals", { dealname: `Deal of ${amount}`, amount: String(amount), dealstage: "closedwon" }),
  );
  data.link("contacts", contact, "companies", firm);
  for (const deal of deals) data.link("deals", deal, "companies", firm);
  await company.sync();
  const won = async () =>
    (await rows<{ won: number }>("select (attributes ->> 'Won deals')::int as won from customers"))[0]?.won;
  expect(await won()).toBe(150);
  for (const [at, left] of [50, 0].entries()) {
    const deal = deals[at] ?? "";
    data.archive("deals", deal);
    await withTenant(app.db, companyId, (tx) =>
      keepChange(
        tx,
        companyId,
        "hubspot",
        { eventId: `gone:${deal}`, object: "deals", sourceId: deal, occurredAt: app.clock.now() },
        app.clock.now(),
      ),
    );
    await app.runJob(followJob, { companyId, provider: "hubspot" });
    expect(await won()).toBe(left);
  }
  expect(await rows("select 1 from integration_references where source_id like 'deal:%'")).toEqual([]);
});

it("HubSpot: a deal that became another company's counts there alone", async () => {
  const { peer, app, rows, companyId } = await begin<HubSpotPeer>("hubspot", startHubSpot);
  const { data } = peer;
  for (const all of Object.values(data.records)) all.clear();
  const firms = ["one", "two"].map((name) => {
    const email = `${name}@there.example`;
    const contact = data.add("contacts", { email, lifecyclestage: "customer" }).id;
    const { id } = data.add("companies", { name });
    data.link("contacts", contact, "companies", id);
    return id;
  });
  const [one = "", two = ""] = firms;
  const deal = data.add("deals", { dealname: "Deal", amount: "100", dealstage: "closedwon" }).id;
  data.link("deals", deal, "companies", one);
  await company.sync();
  data.unlink("deals", deal, "companies", one);
  data.link("deals", deal, "companies", two);
  const moved = { eventId: "moved", object: "deals", sourceId: deal, occurredAt: app.clock.now() };
  await withTenant(app.db, companyId, (tx) => keepChange(tx, companyId, "hubspot", moved, app.clock.now()));
  await app.runJob(followJob, { companyId, provider: "hubspot" });
  expect(await rows("select (attributes ->> 'Won deals')::int as won from customers order by email")).toEqual(
    [{ won: 0 }, { won: 100 }],
  );
});
