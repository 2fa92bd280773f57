import { startSalesforce, type SalesforcePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { createOutbound, type Outbound } from "#platform/outbound/outbound.ts";
import type { ProviderApi } from "../../connector.ts";
import { pastedAccess } from "../../oauth/stored-access.ts";
import { openSalesforce } from "./salesforce-api.ts";

const CONTACTS = 4500;
let peer: SalesforcePeer;
let outbound: Outbound;
beforeEach(async () => {
  peer = await startSalesforce({ data: "empty" });
  for (let at = 0; at < CONTACTS; at++)
    peer.data.add("Contact", {
      LastName: at === 7 ? 'Says "hello", and\ngoes on' : `Person ${at}`,
      Email: `p${at}@there.example`,
      HasOptedOutOfEmail: at === 8,
      Seats__c: at === 9 ? null : at,
    });
  outbound = createOutbound({
    log: createLog("silent"),
    clock: systemClock,
    allowedHosts: [],
    wait: async () => {},
  });
});
afterEach(async () => {
  await outbound.close();
  await peer.close();
});

/** A way in, as a worker opens it; a large organization has 1,000 contacts here. */
const open = ({ isWaitedFor = false, bulkFrom = 1000, now = () => new Date() } = {}): ProviderApi =>
  openSalesforce(
    {
      access: pastedAccess(peer.oauth.issue().accessToken, "Salesforce"),
      key: null,
      base: peer.url,
      accountBase: peer.url,
      outbound,
      paceKey: "test",
      isSandbox: true,
      fieldMap: null,
      callsPerSecond: 10_000,
      isWaitedFor,
      now,
    },
    bulkFrom,
  );

/** Reads on from a place, so many pages; every page by another worker, as after a kill. */
async function readOn(place: string | null, pages = 20) {
  const records = [];
  let next: string | null = place;
  for (let page = 0; page < pages; page++) {
    const answer: Awaited<ReturnType<ProviderApi["readPage"]>> = await open().readPage("contacts", next);
    records.push(...answer.records);
    next = answer.next;
    if (next === null) break;
  }
  return { records, next };
}
const calls = (pattern: RegExp) =>
  peer.requests.filter(({ method, path }) => pattern.test(`${method} ${path}`)).length;

it("reads a large organization by one job, page after page, and goes on in the same job after a kill", async () => {
  const first = await open().readPage("contacts", null);
  // The job is written down before anything is read of it.
  expect(first).toMatchObject({ records: [], isPlaceKept: true });
  const half = await readOn(first.next, 1);
  expect(half.records).toHaveLength(2000);
  peer.fault({ match: /results/, status: 503, times: 1 });
  const rest = await readOn(half.next);
  const records = [...half.records, ...rest.records];
  expect(new Set(records.map(({ sourceId }) => sourceId)).size).toBe(CONTACTS);
  expect(records).toHaveLength(CONTACTS);
  expect(peer.data.bulk.jobs.size).toBe(1);
  expect(calls(/GET .*\/results$/)).toBe(4);
  // How it stands is asked until it is complete, and not with every page.
  expect(calls(/GET .*\/jobs\/query\/\w+$/)).toBe(2);

  // What comes by a job is what comes by pages, to the letter.
  const byPages = await open({ bulkFrom: CONTACTS + 1 }).readPage("contacts", null);
  const byId = new Map(records.map((one) => [one.sourceId, one]));
  expect(byPages.records.map(({ sourceId }) => byId.get(sourceId))).toEqual(byPages.records);
  expect(byPages.records.filter(({ withdrawn }) => withdrawn).length).toBe(1);
});

it("reads as smaller ones are read where there is no such job, it failed, or what it found is not kept any more", async () => {
  // Whoever waits for a look at the first page waits for no job.
  expect((await open({ isWaitedFor: true }).readPage("contacts", null)).records).toHaveLength(2000);
  expect((await open({ bulkFrom: CONTACTS + 1 }).readPage("contacts", null)).records).toHaveLength(2000);
  peer.data.bulk.isOff = true;
  expect((await readOn(null)).records).toHaveLength(CONTACTS);
  expect(peer.data.bulk.jobs.size).toBe(0);

  peer.data.bulk.isOff = false;
  peer.data.bulk.endsAs = "Failed";
  expect((await readOn(null)).records).toHaveLength(CONTACTS);

  peer.data.bulk.endsAs = "JobComplete";
  const begun = await readOn(null, 2);
  expect(begun.records).toHaveLength(2000);
  peer.data.bulk.jobs.clear();
  const rest = await readOn(begun.next);
  expect(rest.records).toHaveLength(CONTACTS);
});

it("gives a job up for now that takes longer than ten minutes, and whoever comes next goes on with the same", async () => {
  const first = await open().readPage("contacts", null);
  const [made] = peer.data.bulk.jobs.values();
  made!.waits = 1000;
  let minutes = 0;
  const late = open({ now: () => new Date(6 * 60_000 * minutes++) });
  await expect(late.readPage("contacts", first.next)).rejects.toMatchObject({
    failure: "passing",
    message: expect.stringContaining("still at work"),
  });
  made!.waits = 0;
  expect((await readOn(first.next)).records).toHaveLength(CONTACTS);
  expect(peer.data.bulk.jobs.size).toBe(1);
});

it("says that access ended in the middle of a job, and that Salesforce is down", async () => {
  const first = await open().readPage("contacts", null);
  const api = open();
  peer.oauth.revokeAll();
  await expect(api.readPage("contacts", first.next)).rejects.toMatchObject({ failure: "expired" });
  const down = peer.fault({ match: /jobs/, status: 503, times: 100 });
  await expect(open().readPage("contacts", first.next)).rejects.toMatchObject({ failure: "passing" });
  // The same job, once it answers again.
  down.cancel();
  expect((await readOn(first.next)).records).toHaveLength(CONTACTS);
  expect(peer.data.bulk.jobs.size).toBe(1);
});
