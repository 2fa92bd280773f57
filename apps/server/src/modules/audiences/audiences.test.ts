import { audienceRoutes, segmentRoutes, type Audiences } from "@forestay/contracts";
import { startMailchimp, type MailchimpPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { followJob } from "#modules/segments/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { keepAudiencesJob } from "./keep-audiences.ts";

let company: Connected<MailchimpPeer>;
let segment: string;
beforeEach(async () => {
  company = await connectedCompany("mailchimp", (options: object) =>
    startMailchimp({ ...options, data: "empty" }),
  );
  // In the order of their ids there, which are drawn of their addresses.
  for (const name of ["ada", "ben", "cleo", "dan"]) {
    const member = company.peer.data.subscribe(`${name}@there.example`, `${name} There`);
    member.stats = { ...member.stats, ecommerce_data: { total_revenue: 1, number_of_orders: 1 } };
  }
  await company.sync();
  segment = await addSegment("Quiet accounts");
});
afterEach(() => company.close());

/** A segment of who has the plan, followed as every other. */
async function addSegment(name: string): Promise<string> {
  const answer = await company.app.call(company.owner, segmentRoutes.create, {
    body: { ...segmentBody, name, criteria: [{ field: "plan", operator: "Equals", value: "Quiet" }] },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await company.app.drainJobs({ ignoreRunAt: true });
  return answer.body.id;
}
async function setPlan(plan: string | null, names: readonly string[]): Promise<void> {
  await company.rows("update customers set plan = $1 where split_part(email, '@', 1) = any($2)", [
    plan,
    names,
  ]);
  await company.app.runForCompanies(followJob);
  await company.app.drainJobs({ ignoreRunAt: true });
}
const enter = (...names: string[]) => setPlan("Quiet", names);
const leave = (...names: string[]) => setPlan("Loud", names);

async function call(
  route: "keep" | "end" | "look" | "list",
  request: { id?: string; body?: object } = {},
): Promise<Audiences> {
  const params = { ...company.params, id: request.id ?? "" };
  const answer = await company.app.call(company.owner, audienceRoutes[route] as typeof audienceRoutes.keep, {
    params,
    ...(request.body && { body: request.body as never }),
  });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  await company.app.drainJobs({ ignoreRunAt: true });
  return answer.body;
}
const keep = (subjectId = segment, kind: "segment" | "campaign" = "segment") =>
  call("keep", { body: { kind, subjectId, listId: company.peer.data.id } });
const read = async () => (await call("list")).items;
const look = () => company.app.runForCompanies(keepAudiencesJob);
/** Who has a tag there, by the first part of their addresses. */
const tagged = (name = "Forestay: Quiet accounts"): string[] =>
  [...company.peer.data.members.values()]
    .filter(({ tags }) => tags.some((tag) => tag.name === name))
    .map((one) => one.email_address.split("@")[0] ?? "")
    .sort();
const posted = (ending: string) =>
  company.peer.requests.filter(({ method, path }) => method === "POST" && path.includes(ending));

it("puts in who belongs there and may be written to, takes out who leaves, and hears no echo of it", async () => {
  await enter("ada", "ben", "cleo");
  // Known here and on no list there: nobody asks Mailchimp to take them on.
  await company.rows(
    "insert into customers (company_id, external_id, email) values ($1, 'x1', 'nobody@there.example')",
    [company.companyId],
  );
  await enter("nobody");
  company.peer.data.unsubscribe([...company.peer.data.members.values()][1]?.id ?? "");
  await company.sync();
  await keep();
  expect(tagged()).toEqual(["ada", "cleo"]);
  const [kept] = await read();
  expect(kept).toMatchObject({
    kind: "segment",
    name: "Quiet accounts",
    tag: "Forestay: Quiet accounts",
    listName: "Newsletter",
    members: 2,
    failed: 0,
    problem: null,
  });
  const ben = [...company.peer.data.members.values()].find((one) => one.email_address.startsWith("ben"));
  expect(ben?.status).toBe("unsubscribed");
  expect(company.peer.data.members.size).toBe(4);
  const wrote = company.peer.requests.filter(
    ({ method, path }) => method !== "GET" && path.includes("/3.0/"),
  );
  expect(wrote.filter(({ path }) => !/\/(segments|webhooks)/.test(path))).toEqual([]);

  // The same again asks for nothing; who leaves, and who wants no mail any more, loses it.
  const before = posted("/segments/").length;
  await look();
  expect(posted("/segments/")).toHaveLength(before);
  await leave("ada");
  company.peer.data.unsubscribe([...company.peer.data.members.values()][2]?.id ?? "");
  await enter("dan");
  await company.sync();
  expect(tagged()).toEqual(["dan"]);

  // What we keep there is no news of a customer.
  const attributes = await company.rows<{ tags: string | null }>(
    "select attributes ->> 'Mailing tags' as tags from customers",
  );
  expect(attributes.every(({ tags }) => tags === null)).toBe(true);

  await call("end", { id: kept?.id ?? "" });
  expect(tagged()).toEqual([]);
  expect(company.peer.data.tags.size).toBe(0);
  expect(await read()).toEqual([]);
  expect(await company.rows("select 1 from audience_members")).toEqual([]);
  const log = await company.rows<{ action: string }>(
    "select action from audit_entries where action like 'integration.audience%' order by id",
  );
  expect(log.map(({ action }) => action)).toEqual([
    "integration.audience_kept",
    "integration.audience_ended",
  ]);
}, 120_000);

it("keeps whom a campaign is for, and nobody whom it holds out", async () => {
  const [campaign] = await company.rows<{ id: string }>(
    `insert into campaigns (company_id, name, status, said, trigger, assignment_key, created_by, created_at)
     values ($1, 'Welcome back', 'Active', '{}', 'Manual', '\\x00', 'A person', now()) returning id`,
    [company.companyId],
  );
  const enrol = (name: string, arm: string, state: string) =>
    company.rows(
      `insert into campaign_enrolments (company_id, campaign_id, customer_id, version, arm, variant, state, entered_at, measured_at)
       select company_id, $2, id, 1, $4, 'A', $5, now(), now() from customers where company_id = $1 and email = $3 || '@there.example'`,
      [company.companyId, campaign?.id, name, arm, state],
    );
  await enrol("ada", "sent", "running");
  await enrol("ben", "held", "held");
  await enrol("cleo", "sent", "goal");
  await enrol("dan", "sent", "done");
  await keep(campaign?.id, "campaign");
  expect(tagged("Forestay: Welcome back")).toEqual(["ada", "dan"]);
  await company.rows("update campaigns set status = 'Completed'");
  await look();
  // It is over: so is its audience.
  expect(company.peer.data.tags.size).toBe(0);
  expect(await read()).toEqual([]);
}, 120_000);

it("lists who could not be put in with the reason, and makes a tag anew that was deleted there", async () => {
  await enter("ada", "ben", "cleo");
  // Gone from the list since it was read, and another address here than there.
  const ada = [...company.peer.data.members.values()][0];
  company.peer.data.members.delete(ada?.id ?? "");
  await company.rows("update customers set email = 'benjamin@else.example' where email like 'ben@%'");
  await keep();
  expect(tagged()).toEqual(["cleo"]);
  const [kept] = await read();
  expect(kept).toMatchObject({ members: 1, failed: 2 });
  const leftOut = async () =>
    (
      await company.app.call(company.owner, audienceRoutes.leftOut, {
        params: { ...company.params, id: kept?.id ?? "" },
        query: {},
      })
    ).body.items.map(({ label, reason }) => `${label}: ${reason}`);
  expect((await leftOut()).sort()).toEqual([
    "ada There: Is no member of this Mailchimp audience.",
    "ben There: Has another e-mail address in Mailchimp than here.",
  ]);
  // By itself not before the next day; when somebody asks, at once.
  company.peer.data.members.set(ada?.id ?? "", ada as NonNullable<typeof ada>);
  await look();
  expect(tagged()).toEqual(["cleo"]);
  await call("look", { id: kept?.id ?? "" });
  expect(tagged()).toEqual(["ada", "cleo"]);
  expect((await leftOut()).map((one) => one.split(":")[0])).toEqual(["ben There"]);

  const [tagId] = company.peer.data.tags.keys();
  company.peer.data.deleteTag(tagId ?? 0);
  await enter("dan");
  await look();
  expect(tagged()).toEqual(["ada", "cleo", "dan"]);
  expect(company.peer.data.tags.size).toBe(1);
}, 120_000);

it("keeps again whose ending is under way or was cut off: with a new tag, and everybody in it", async () => {
  await enter("ada", "ben");
  await keep();
  const [kept] = await read();
  const params = { ...company.params, id: kept?.id ?? "" };
  const end = () => company.app.call(company.owner, audienceRoutes.end, { params });
  const body = { kind: "segment" as const, subjectId: segment, listId: company.peer.data.id };
  const { jobContext } = company.app;
  // Kept again while the tag is being taken away there, of which this run has no news.
  const outbound: typeof jobContext.outbound = {
    ...jobContext.outbound,
    async call(to, how) {
      const answer = await jobContext.outbound.call(to, how);
      if (how?.method === "DELETE")
        await company.app.call(company.owner, audienceRoutes.keep, { params: company.params, body });
      return answer;
    },
  };
  await end();
  await keepAudiencesJob.company.handler({
    ...jobContext,
    outbound,
    payload: { companyId: company.companyId },
    jobId: "test",
    attempt: 1,
    isLastAttempt: false,
    completeIn: async () => {},
    signal: new AbortController().signal,
  });
  expect(tagged()).toEqual([]);
  // Nobody is said to be in it before the run that waits has put them in.
  expect(await read()).toMatchObject([{ id: kept?.id, members: 0 }]);
  expect(tagged()).toEqual(["ada", "ben"]);
  expect(await read()).toMatchObject([{ id: kept?.id, members: 2, problem: null }]);

  // Taken away, and the worker did not hear of it; meanwhile somebody left.
  const down = company.peer.fault({ match: /^DELETE .*\/segments\/\d+$/, dropSocket: "after", times: 1000 });
  await end();
  await expect(look()).rejects.toThrow("does not answer");
  expect(tagged()).toEqual([]);
  await leave("ada");
  down.cancel();
  await keep();
  expect(await read()).toMatchObject([{ id: kept?.id, members: 1, problem: null }]);
  expect(tagged()).toEqual(["ben"]);
}, 120_000);

it("says who could not be taken out, and takes them out with the next look", async () => {
  await enter("ada", "ben", "cleo");
  await keep();
  company.peer.fault({
    match: /^POST .*\/segments\/\d+$/,
    status: 200,
    body: {
      errors: [
        { email_addresses: ["ada@there.example"], error: "Something of ada@there.example went wrong" },
        { email_addresses: ["ben@there.example"], error: "Email addresses do not exist in the segment" },
      ],
    },
  });
  await leave("ada", "ben");
  expect(await read()).toMatchObject([
    {
      members: 2,
      problem: "1 person could not be taken out. Mailchimp says: Something of the address went wrong",
    },
  ]);
  await look();
  expect(tagged()).toContain("cleo");
  expect(tagged()).not.toContain("ada");
  expect(await read()).toMatchObject([{ members: 1, problem: null }]);
}, 120_000);

it("goes on where Mailchimp was busy or a worker died in the middle, and stops where it lets us in no more", async () => {
  await enter("ada", "ben");
  // Made, and the answer lost: the same tag is found again.
  company.peer.fault({ match: /\/segments$/, dropSocket: "after", times: 1 });
  company.peer.fault({ match: /\/segments\/\d+$/, status: 429, times: 2 });
  await keep();
  await look();
  expect(company.peer.data.tags.size).toBe(1);
  expect(tagged()).toEqual(["ada", "ben"]);

  // Written down, put in, and killed before that was written down as well: put in again, to no effect.
  await company.rows("update audience_members set put_at = null");
  await look();
  expect(tagged()).toEqual(["ada", "ben"]);
  expect((await read())[0]).toMatchObject({ members: 2, failed: 0 });

  // Who is erased loses it, though nothing of them is known here any more.
  await company.rows("delete from customers where email like 'ben@%'");
  await look();
  expect(tagged()).toEqual(["ada"]);

  company.peer.fault({ match: /\/3\.0\//, status: 401, times: 10 });
  await leave("ada");
  expect(tagged()).toEqual(["ada"]);
  expect((await company.rows<{ status: string }>("select status from integrations"))[0]?.status).toBe(
    "TokenExpired",
  );
}, 120_000);

it("is named before its segment is deleted or archived, and holds it until it is ended", async () => {
  await enter("ada");
  await keep();
  const [kept] = await read();
  const { app, owner } = company;
  const params = { id: segment };
  const { body: before } = await app.call(owner, segmentRoutes.get, { params });
  const use = { kind: "audience", id: kept?.id, name: "Newsletter", provider: "mailchimp" };
  expect(before.usedBy).toEqual([use]);

  const body = {
    ...segmentBody,
    name: before.name,
    criteria: before.criteria,
    version: before.version,
    status: 2 as const,
  };
  for (const [deed, refused] of [
    ["deleted", await app.call(owner, segmentRoutes.delete, { params })],
    ["archived", await app.call(owner, segmentRoutes.update, { params, body })],
  ] as const)
    expect([refused.status, refused.body], deed).toEqual([
      409,
      expect.objectContaining({
        message: `'Quiet accounts' cannot be ${deed}: the audience on 'Newsletter' in Mailchimp uses it.`,
      }),
    ]);
  await look();
  expect(tagged()).toEqual(["ada"]);

  await call("end", { id: kept?.id ?? "" });
  expect((await app.call(owner, segmentRoutes.delete, { params })).status).toBeLessThan(300);
  expect(tagged()).toEqual([]);
});
