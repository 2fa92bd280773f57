import {
  bulkActionRoutes,
  customerRoutes,
  DAY_MS,
  tagRoutes,
  type BulkDeed,
  type CustomerSelection,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { bulkActionJob } from "./run-bulk-action.ts";

const everybody: CustomerSelection = { filter: { conditions: [] }, exceptIds: [] };
const tagged: BulkDeed = { kind: "tag", name: "Logistics" };
/** More than one step. */
const CUSTOMERS = 10_050;

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ companyId, owner } = await buildWorld(app));
  await addCustomers(app, companyId, [
    { externalId: "C-1", plan: "Pro" },
    { externalId: "C-2", plan: "Pro" },
    { externalId: "C-3", plan: "Basic" },
  ]);
});

const start = async (deed: BulkDeed, selection: CustomerSelection = everybody) =>
  (await app.call(owner, bulkActionRoutes.start, { body: { selection, deed } })).body;
const look = async (id: string) => (await app.call(owner, bulkActionRoutes.get, { params: { id } })).body;
const done = async (deed: BulkDeed, selection: CustomerSelection = everybody) => {
  const { id } = await start(deed, selection);
  await app.drainJobs();
  return look(id);
};
const undo = async (id: string) => {
  await app.call(owner, bulkActionRoutes.undo, { params: { id } });
  await app.drainJobs();
  return look(id);
};
const keptBy = async (table: "customer_tags" | "customer_owners") =>
  (
    await app.queryAsAdmin<{ id: string }>(
      `select external_id as id from ${table} t join customers c on c.id = t.customer_id and c.company_id = t.company_id
       where t.company_id = $1 order by 1`,
      [companyId],
    )
  ).map(({ id }) => id);

describe("an action on many customers", () => {
  it("does what it says with whom the filter chose, and takes back what it changed", async () => {
    const pro: CustomerSelection = {
      filter: { conditions: [{ field: "plan", operator: "Equals", value: "Pro" }] },
      exceptIds: [],
    };
    const first = await done(tagged, pro);
    expect(first).toMatchObject({
      words: "Tag as 'Logistics'",
      status: "done",
      total: 2,
      done: 2,
      changed: 2,
      canUndo: true,
    });
    // Who had it keeps it when the second is taken back.
    const second = await done(tagged);
    expect(second).toMatchObject({ total: 3, changed: 1 });
    expect(await undo(second.id)).toMatchObject({ status: "undone", canUndo: false });
    expect(await keptBy("customer_tags")).toEqual(["C-1", "C-2"]);
    const again = await app.call(owner, bulkActionRoutes.undo, { params: { id: second.id } });
    expect(again.body).toMatchObject({ message: "This cannot be taken back any more." });
  });

  it("chooses by what it changes, once", async () => {
    const { tag } = await done(tagged);
    const withIt: CustomerSelection = {
      filter: { conditions: [{ field: "tags", operator: "In", value: [tag!.id] }] },
      exceptIds: [],
    };
    expect(await done({ kind: "untag", tagId: tag!.id }, withIt)).toMatchObject({ total: 3, changed: 3 });
    expect(await keptBy("customer_tags")).toEqual([]);
  });

  it("is seen in the total of a list that asks for what it changed", async () => {
    const { tag } = await done(tagged);
    const conditions = JSON.stringify([{ field: "tags", operator: "In", value: [tag!.id] }]);
    const total = async () =>
      (await app.call(owner, customerRoutes.list, { query: { conditions, pageSize: 1 } as never })).body
        .totalCount;
    expect(await total()).toBe(3);
    const basic: CustomerSelection = {
      filter: { conditions: [{ field: "plan", operator: "Equals", value: "Basic" }] },
      exceptIds: [],
    };
    await done({ kind: "untag", tagId: tag!.id }, basic);
    expect(await total()).toBe(2);
  });

  it("gives customers back to whose they were, but not those that were given on since", async () => {
    const [ann, bob] = [
      (await buildUser(app.db, companyId, "Staff")).actor.userId,
      (await buildUser(app.db, companyId, "Staff")).actor.userId,
    ];
    await done({ kind: "assign", userId: ann });
    const { id } = await done({ kind: "assign", userId: bob });
    await app.queryAsAdmin(
      `update customer_owners set user_id = $2 where company_id = $1
       and customer_id = (select id from customers where company_id = $1 and external_id = 'C-2')`,
      [companyId, owner.userId],
    );
    await undo(id);
    const owners = await app.queryAsAdmin<{ user_id: string }>(
      `select o.user_id from customer_owners o join customers c on c.id = o.customer_id and c.company_id = o.company_id
       where o.company_id = $1 order by c.external_id`,
      [companyId],
    );
    expect(owners.map(({ user_id }) => user_id)).toEqual([ann, owner.userId, ann]);
  });

  it("goes on where a killed worker stopped, and says half-way which half", async () => {
    await app.queryAsAdmin(
      `insert into customers (company_id, external_id) select $1, 'more-' || n from generate_series(4, ${CUSTOMERS}) n`,
      [companyId],
    );
    const { id } = await start(tagged);
    // The third transaction fails: the customers are written down and the first step is done.
    await app.queryAsAdmin(
      `create function fail_late() returns trigger language plpgsql as $$
       begin if new.done > 10000 then raise 'the disk is gone'; end if; return new; end $$;
       create trigger fail_late before update on bulk_actions for each row execute function fail_late()`,
    );
    await expect(app.runJob(bulkActionJob, { companyId, actionId: id })).rejects.toThrow("the disk is gone");
    expect(await look(id)).toMatchObject({ status: "running", done: 10_000, total: CUSTOMERS });
    await bulkActionJob.onExhausted?.({
      ...app.jobContext,
      payload: { companyId, actionId: id },
      jobId: "test",
      reason: "killed",
    });
    expect(await look(id)).toMatchObject({
      status: "failed",
      failure: "It stopped after 10,000 of 10,050 customers: those are done, the others are as they were.",
    });
    await app.queryAsAdmin("drop trigger fail_late on bulk_actions");
    await app.call(owner, bulkActionRoutes.resume, { params: { id } });
    await app.drainJobs();
    expect(await look(id)).toMatchObject({
      status: "done",
      done: CUSTOMERS,
      changed: CUSTOMERS,
      failure: null,
    });
    const { body } = await app.call(owner, tagRoutes.list);
    expect(body.items).toMatchObject([{ name: "Logistics", customerCount: CUSTOMERS }]);

    // Taken back, and stopped in that: it goes on taking back.
    await app.call(owner, bulkActionRoutes.undo, { params: { id } });
    await bulkActionJob.onExhausted?.({
      ...app.jobContext,
      payload: { companyId, actionId: id },
      jobId: "test",
      reason: "killed",
    });
    expect(await look(id)).toMatchObject({
      status: "failed",
      failure: expect.stringMatching(/^It stopped while it was being taken back/),
    });
    await app.call(owner, bulkActionRoutes.resume, { params: { id } });
    await app.drainJobs();
    expect(await look(id)).toMatchObject({ status: "undone" });
    expect(await keptBy("customer_tags")).toEqual([]);
  });

  it("says who is left where it stopped", async () => {
    const { id } = await start(tagged);
    await app.queryAsAdmin(
      `insert into bulk_action_rows (company_id, action_id, position, customer_id)
       select company_id, $2, row_number() over (order by external_id), id from customers where company_id = $1`,
      [companyId, id],
    );
    await app.queryAsAdmin("update bulk_actions set status = 'failed', total = 3, done = 1 where id = $1", [
      id,
    ]);
    const rest = async () => (await app.call(owner, bulkActionRoutes.rest, { params: { id } })).body;
    expect(await rest()).toMatchObject({ totalCount: 2, items: [{ name: "C-2" }, { name: "C-3" }] });
    await app.call(owner, bulkActionRoutes.resume, { params: { id } });
    await app.drainJobs();
    expect(await rest()).toMatchObject({ totalCount: 0, items: [] });
  });

  it("ends with the reason where its person or its tag is gone: nothing is left to go on with", async () => {
    const leaver = (await buildUser(app.db, companyId, "Staff")).actor.userId;
    const { id } = await start({ kind: "assign", userId: leaver });
    await app.queryAsAdmin("delete from users where id = $1", [leaver]);
    await app.drainJobs();
    expect(await look(id)).toMatchObject({
      status: "failed",
      failure: "The person they were given to is not in your company any more. Nobody was changed.",
      canResume: false,
    });
    const resumed = await app.call(owner, bulkActionRoutes.resume, { params: { id } });
    expect(resumed.body).toMatchObject({
      code: "invalid_state",
      message: expect.stringMatching(/^The person/),
    });

    const { tag } = await done(tagged);
    const untagged = await done({ kind: "untag", tagId: tag!.id });
    await app.call(owner, tagRoutes.delete, { params: { id: tag!.id } });
    expect(await undo(untagged.id)).toMatchObject({
      status: "failed",
      failure: "The tag 'Logistics' was deleted. Who was not given it back by then stays without it.",
      canUndo: false,
      canResume: false,
    });
  });

  it("taken back, leaves nobody's who were a colleague's that is gone", async () => {
    const leaver = (await buildUser(app.db, companyId, "Staff")).actor.userId;
    await done({ kind: "assign", userId: leaver });
    const { id } = await done({ kind: "assign", userId: owner.userId });
    await app.queryAsAdmin("delete from users where id = $1", [leaver]);
    expect(await undo(id)).toMatchObject({ status: "undone" });
    expect(await keptBy("customer_owners")).toEqual([]);
  });

  it("is refused where it names nobody, nothing, or a filter that is none", async () => {
    const refused = async (deed: BulkDeed, selection: CustomerSelection = everybody) =>
      (await app.call(owner, bulkActionRoutes.start, { body: { selection, deed } })).body;
    const nobody = "01a1ffb5-2374-76e5-8bef-1ae334d8d70e";
    expect(await refused({ kind: "assign", userId: nobody })).toMatchObject({
      fields: { "deed.userId": "This person is not in your company any more" },
    });
    expect(await refused({ kind: "untag", tagId: nobody })).toMatchObject({
      fields: { "deed.tagId": "This tag does not exist" },
    });
    const strange = {
      filter: { conditions: [{ field: "shoe", operator: "Equals", value: 1 }] },
      exceptIds: [],
    };
    expect(await refused(tagged, strange as CustomerSelection)).toMatchObject({ code: "validation_failed" });
    expect((await app.call(owner, customerRoutes.list)).body.totalCount).toBe(3);
  });

  it("is remembered for as long as it can be taken back", async () => {
    await done(tagged);
    const listed = async () => (await app.call(owner, bulkActionRoutes.list)).body.items.length;
    expect(await listed()).toBe(1);
    app.clock.advance(8 * DAY_MS);
    expect(await listed()).toBe(0);
  });
});
