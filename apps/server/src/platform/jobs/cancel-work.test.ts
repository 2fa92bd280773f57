import { analysisRoutes, importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { addCustomers } from "#testing/analysis-world.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";

let app: TestApp;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 100_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = (await buildUser(app.db, (await buildCompany(app.db)).id, "Staff")).actor;
});

/** All long work that people can cancel: what makes one that waits, and where it is kept. */
const kinds = [
  {
    name: "import",
    table: "import_jobs",
    cancel: importRoutes.cancel,
    start: async () => (await uploaded(app, user, "customer_id,plan\nC-1,Pro\n")).id,
  },
  {
    name: "analysis",
    table: "churn_analyses",
    cancel: analysisRoutes.cancel,
    start: async () => {
      await addCustomers(app, user.companyId, labelledCustomers({ count: 3 }));
      return (await app.call(user, analysisRoutes.analyze, { body: {} })).body.id;
    },
  },
];

describe.each(kinds)("cancelling an $name", ({ name, table, cancel, start }) => {
  const ask = async (id: string, as = user) => {
    const answer = await app.inject({
      method: "POST",
      url: `/api${cancel.path.replace(":id", id)}`,
      headers: await app.bearer(as),
      payload: {},
    });
    return { status: answer.statusCode, body: answer.json<object>() };
  };
  const logged = () =>
    app.queryAsAdmin<{ action: string; actor: string }>(
      "select action, actor from audit_entries where company_id = $1 and action like '%.cancelled'",
      [user.companyId],
    );

  it("ends it, and twice, or by two at once, is the same as once and stands in the log once", async () => {
    const id = await start();
    const answers = [...(await Promise.all([ask(id), ask(id)])), await ask(id)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of answers) {
      expect(body).toMatchObject({ status: JobStatus.Cancelled });
      expect(body).toEqual(answers[0]!.body);
    }
    expect(await logged()).toEqual([{ action: `${name}.cancelled`, actor: "Test Person" }]);
  });

  it.each([JobStatus.Completed, JobStatus.Failed])("is refused once it has ended (%i)", async (status) => {
    const id = await start();
    await app.queryAsAdmin(`update ${table} set status = $1 where id = $2`, [status, id]);
    const { status: code, body } = await ask(id);
    expect([code, body]).toMatchObject([
      409,
      { code: "invalid_state", message: `This ${name} has already ended.` },
    ]);
    expect(await app.queryAsAdmin(`select status from ${table} where id = $1`, [id])).toEqual([{ status }]);
    expect(await logged()).toEqual([]);
  });

  it("of another company finds nothing", async () => {
    const id = await start();
    const other = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    expect((await ask(id, other)).status).toBe(404);
    expect(await logged()).toEqual([]);
  });
});
