import {
  startHubSpot,
  startMailchimp,
  startSalesforce,
  startStripe,
  type Fault,
  type HubSpotPeer,
  type MailchimpPeer,
  type SalesforcePeer,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, describe, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { scheduleJob } from "./schedule.ts";

type Peer = HubSpotPeer | MailchimpPeer | SalesforcePeer | StripePeer;
type Provider = Connected["params"]["provider"];

let company: Connected<Peer>;
afterEach(() => company.close());

/** Where each system's records are asked for, and how it says that somebody asks too much. */
const systems: [
  provider: Provider,
  start: (options: object) => Promise<Peer>,
  records: RegExp,
  busy: Pick<Fault, "status" | "body">,
][] = [
  [
    "stripe",
    (options) => startStripe({ ...options, data: { customers: 60, invoices: 60 } }),
    /GET \/v1\/customers\b/,
    {
      status: 429,
      body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Slow down." } },
    },
  ],
  [
    "hubspot",
    startHubSpot,
    /GET \/crm\/objects\/[\d-]+\/contacts/,
    {
      status: 429,
      body: { category: "RATE_LIMITS", policyName: "TEN_SECONDLY_ROLLING", message: "Slow down." },
    },
  ],
  [
    "salesforce",
    startSalesforce,
    /GET \/services\/data\/v64.0\/query\?q=SELECT(\+|%20)Id/,
    { status: 429, body: [{ errorCode: "TOO_MANY_REQUESTS", message: "Slow down." }] },
  ],
  [
    "mailchimp",
    startMailchimp,
    /GET \/3.0\/lists\/\w+\/members/,
    { status: 429, body: { title: "Too Many Requests", status: 429 } },
  ],
];

const state = async () =>
  (
    await company.rows<{ status: string; next: Date | null; last_error: string | null }>(
      "select status, next_sync_at as next, last_error from integrations",
    )
  )[0];
/** Customers as they are stored, but for which came first. */
const people = async () =>
  JSON.stringify(
    await company.rows("select email, full_name, attributes from customers order by email, full_name"),
  );

/** Everything that was written anywhere: log lines, runs, audit, jobs, notifications. */
async function said(): Promise<string> {
  const tables = [
    "audit_entries",
    "integration_runs",
    "integration_errors",
    "notifications",
    "integration_inbox",
  ];
  const rows = await company.rows<{ row: string }>(
    [
      ...tables.map((table) => `select to_jsonb(t)::text as row from ${table} t`),
      "select to_jsonb(j)::text from pgboss.job j",
    ].join(" union all "),
  );
  return [...company.logged, ...rows.map(({ row }) => row)].join("\n");
}
/** What lets somebody in there: our registration, and every token that was given or shown. */
function secrets(): string[] {
  const { peer } = company;
  const shown = peer.requests.flatMap(({ headers, body }) => [
    headers["authorization"]?.replace(/^(Bearer|Basic|OAuth) /, "") ?? "",
    ...new URLSearchParams(body).getAll("refresh_token"),
    ...new URLSearchParams(body).getAll("code"),
    ...new URLSearchParams(body).getAll("client_secret"),
  ]);
  return [...new Set(shown)].filter((one) => one.length > 8);
}
async function expectNoSecret(): Promise<void> {
  const text = await said();
  const all = secrets();
  expect(all.length).toBeGreaterThan(0);
  expect(company.logged.length).toBeGreaterThan(0);
  expect(all.filter((one) => text.includes(one))).toEqual([]);
}

describe.each(systems)("a run on a bad day at %s", (provider, start, records, busy) => {
  const begin = async () => {
    company = await connectedCompany<Peer>(provider, start);
  };

  it("ends as on a good day where answers are late, lost, busy for a moment or those of a server that is down", async () => {
    await begin();
    await company.sync();
    const good = await people();
    const counts = async () => (await company.runs())[0]?.counts;
    const counted = await counts();
    const faults: Omit<Fault, "match">[] = [
      { delayMs: 300 },
      { dropSocket: true, times: 2 },
      { dropSocket: "after", times: 2 },
      { status: 503, times: 2 },
      { ...busy, times: 2 },
      { ...busy, headers: { "retry-after": "3" }, times: 2 },
      { ...busy, headers: { "retry-after": "30" }, times: 7 },
    ];
    for (const fault of faults) {
      const set = company.peer.fault({ match: records, ...fault });
      await company.sync({ all: true });
      expect(set.met).toBeGreaterThan(0);
      set.cancel();
      // A longer pause is kept between two runs.
      const { next, last_error: lastError } = (await state()) ?? {};
      const isPutOff = lastError != null && next != null;
      if (isPutOff) {
        company.pass(next.getTime() - company.clock.now());
        await company.app.runForCompanies(scheduleJob);
        await company.app.drainJobs({ ignoreRunAt: true });
      }
      expect([fault, await state()]).toMatchObject([fault, { status: "Connected", last_error: null }]);
      // What follows a run that was put off asks for changes alone.
      if (!isPutOff) expect(await counts()).toEqual(counted);
      expect(await people()).toBe(good);
    }
    await expectNoSecret();
  }, 240_000);

  it("says that an answer is not understood, goes nowhere that one points to, and goes on when it is one again", async () => {
    await begin();
    await company.sync();
    const good = await people();
    const shape = company.peer.fault({ match: records, status: 200, body: { shape: "another" }, times: 50 });
    await company.sync({ all: true });
    expect(shape.met).toBe(1);
    expect(await state()).toMatchObject({
      status: "Error",
      next: null,
      last_error: expect.stringContaining("not understood"),
    });
    shape.cancel();
    const redirect = company.peer.fault({
      match: records,
      status: 302,
      headers: { location: "http://169.254.169.254/latest/meta-data" },
      body: "",
      times: 500,
    });
    await company.sync({ all: true });
    expect(redirect.met).toBeGreaterThan(0);
    expect((await company.runs())[0]).toMatchObject({ status: "failed" });
    expect(await said()).not.toContain("169.254.169.254/latest");
    redirect.cancel();
    await company.sync({ all: true });
    expect(await state()).toMatchObject({ status: "Connected", last_error: null });
    expect(await people()).toBe(good);
    await expectNoSecret();
  }, 240_000);

  it("says at once that access was revoked in the middle of it, and goes on once it is connected again", async () => {
    await begin();
    // The first page is answered; what follows finds the door shut.
    const revoked = company.peer.fault({
      match: records,
      status: 401,
      body:
        provider === "salesforce"
          ? [{ errorCode: "INVALID_SESSION_ID", message: "Expired" }]
          : { error: { type: "invalid_request_error", message: "Expired API Key provided" } },
      times: 50,
    });
    company.peer.oauth.revokeAll();
    await company.sync();
    expect(await state()).toMatchObject({ status: "TokenExpired", next: null });
    revoked.cancel();
    await company.connect();
    await company.sync();
    expect((await company.runs())[0]).toMatchObject({ status: "done" });
    expect(await state()).toMatchObject({ status: "Connected", last_error: null });
    await expectNoSecret();
  }, 240_000);
});
