import { afterEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startSalesforce, type SalesforceOptions, type SalesforcePeer } from "./start-salesforce.ts";

let peer: SalesforcePeer;
let token: string;
afterEach(() => peer.close());

async function start(options: SalesforceOptions = {}): Promise<void> {
  peer = await startSalesforce({ clock: peerClock("2026-03-10T09:00:00Z"), data: "empty", ...options });
  token = peer.oauth.issue().accessToken;
}

interface Page {
  totalSize: number;
  done: boolean;
  nextRecordsUrl?: string;
  records: ({ Id: string } & Record<string, unknown>)[];
}

async function get(path: string, auth = token) {
  const answer = await fetch(peer.url + path, { headers: { authorization: `Bearer ${auth}` } });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown };
}
const query = (soql: string, verb = "query") =>
  get(`/services/data/v64.0/${verb}?q=${encodeURIComponent(soql)}`);
const errorCode = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errorCode: string }[])[0]?.errorCode,
];

it("sends 2,000 rows a page, the next by its locator, until that is over", async () => {
  await start();
  for (let at = 0; at < 4100; at += 1) peer.data.add("Contact", { LastName: `P${at}` });
  const seen: string[] = [];
  let page = (await query("SELECT Id, LastName FROM Contact ORDER BY SystemModstamp, Id")).body as Page;
  for (;;) {
    seen.push(...page.records.map((one) => one.Id));
    if (page.done) break;
    page = (await get(page.nextRecordsUrl ?? "")).body as Page;
  }
  expect([page.totalSize, seen.length, new Set(seen).size, peer.requests.length]).toEqual([
    4100, 4100, 4100, 3,
  ]);
  const first = (await query("SELECT Id FROM Contact")).body as Page;
  peer.clock.advance(15 * 60_000);
  expect(errorCode(await get(first.nextRecordsUrl ?? ""))).toEqual([400, "INVALID_QUERY_LOCATOR"]);
});

it("finds what changed in a window, in order, and what was deleted with queryAll alone", async () => {
  await start();
  const account = peer.data.add("Account", { Name: "One" });
  const one = peer.data.add("Contact", {
    FirstName: "Ada",
    LastName: "O'Hara",
    Email: "ada@one.example",
    AccountId: account.Id,
  });
  const two = peer.data.add("Contact", { LastName: "Brandt" });
  peer.clock.advance(60_000);
  peer.data.edit("Contact", one.Id, { Title: "Owner" });
  peer.data.delete("Contact", two.Id);
  const window = "SystemModstamp >= 2026-03-10T09:01:00Z AND SystemModstamp < 2026-03-10T09:02:00.000+0000";
  const fields = "Id, Name, Account.Name, IsDeleted";
  const living = (await query(`SELECT ${fields} FROM Contact WHERE ${window} ORDER BY SystemModstamp, Id`))
    .body as Page;
  expect(living.records).toMatchObject([
    { Id: one.Id, Name: "Ada O'Hara", Account: { Name: "One" }, IsDeleted: false },
  ]);
  const all = (await query(`SELECT Id FROM Contact WHERE ${window} AND IsDeleted = true`, "queryAll"))
    .body as Page;
  expect(all.records.map((record) => record.Id)).toEqual([two.Id]);
  const named = (await query(String.raw`SELECT Id FROM Contact WHERE LastName = 'O\'Hara' LIMIT 5`))
    .body as Page;
  expect(named.totalSize).toBe(1);
  const range = "start=2026-03-10T09:00:00Z&end=2026-03-10T10:00:00Z";
  const gone = await get(`/services/data/v64.0/sobjects/Contact/deleted?${range}`);
  expect(gone.body).toMatchObject({ deletedRecords: [{ id: two.Id }] });
});

it.each([
  ["SELECT Wings FROM Contact", "INVALID_FIELD"],
  ["SELECT Id FROM Bird", "INVALID_TYPE"],
  ["SELECT Id Contact", "MALFORMED_QUERY"],
  ["SELECT Id FROM Contact WHERE SystemModstamp >= '2026-03-10T09:01:00Z'", "INVALID_FIELD"],
  ["SELECT Id FROM Contact WHERE LastName = Brandt", "MALFORMED_QUERY"],
])("refuses %s: %s", async (soql, code) => {
  await start();
  expect(errorCode(await query(soql))).toEqual([400, code]);
});

it("says errors as lists: sessions that are over, and a day's limit with status 403", async () => {
  await start({ requestsPerDay: 2 });
  expect(errorCode(await get("/services/data/v64.0/query?q=x", "wrong"))).toEqual([
    401,
    "INVALID_SESSION_ID",
  ]);
  const first = await query("SELECT COUNT() FROM Contact");
  expect(first.headers.get("sforce-limit-info")).toBe("api-usage=1/2");
  await query("SELECT COUNT() FROM Contact");
  expect(errorCode(await query("SELECT COUNT() FROM Contact"))).toEqual([403, "REQUEST_LIMIT_EXCEEDED"]);
  peer.clock.advance(86_400_000);
  expect((await query("SELECT COUNT() FROM Contact")).status).toBe(401);
  token = peer.oauth.issue().accessToken;
  expect((await query("SELECT COUNT() FROM Contact")).status).toBe(200);
});

it("has a sample organisation, and says what a contact has", async () => {
  await start({ data: "sample" });
  const count = (await query("SELECT COUNT() FROM Contact")).body as Page;
  expect(count.totalSize).toBeGreaterThan(250);
  const described = await get("/services/data/v64.0/sobjects/Contact/describe");
  expect(described.body).toMatchObject({
    name: "Contact",
    fields: expect.arrayContaining([
      { name: "Plan__c", label: "Plan__c", type: "string", custom: true, updateable: true },
    ]),
  });
});
