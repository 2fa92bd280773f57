import { caseRoutes, customerDataRoutes, customerRoutes, importRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { addCustomers, buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { bringFile, importOf } from "./fixtures/bring-file.ts";
import { listKeysOfCustomers, listTablesOfCustomers } from "./customer-tables.ts";
import { mergedTables } from "./merge-tables.ts";

let app: TestApp;
let world: World;
/** Ids of Ann and Ben. */
let ann: string;
let ben: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  world = await buildWorld(app);
  ({ ann, ben } = await annAndBen(world));
});

async function annAndBen({ companyId, owner }: World): Promise<{ ann: string; ben: string }> {
  await addCustomers(app, companyId, [
    { externalId: `${companyId}-1`, fullName: "Ann Lee" },
    { externalId: `${companyId}-2`, fullName: "Ben Okoro", email: "ben@acme.example" },
  ]);
  const { body } = await app.call(owner, customerRoutes.list, {
    query: { sort: "fullName", direction: "asc" },
  });
  return { ann: body.items[0]!.id, ben: body.items[1]!.id };
}

const merge = (keptId: string, otherId: string, typedName: string) =>
  app.call(world.owner, customerDataRoutes.merge, { params: { id: keptId }, body: { otherId, typedName } });
const preview = (id: string, otherId: string) =>
  app.call(world.owner, customerDataRoutes.previewMerge, { params: { id }, body: { otherId } });

/** Every row of every table of the company, as one comparable value. */
async function everything(): Promise<unknown[]> {
  const tables = await app.queryAsAdmin<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const all: unknown[] = [];
  for (const { name } of tables)
    all.push([
      name,
      await app.queryAsAdmin(
        `select to_jsonb(t) as row from ${name} t where company_id = $1 order by to_jsonb(t)::text`,
        [world.companyId],
      ),
    ]);
  return all;
}

it("judges every table that names customers, and each of its keys can be compared", async () => {
  await withTenant(app.db, world.companyId, async (tx) => {
    const tables = await listTablesOfCustomers(tx);
    expect(Object.keys(mergedTables).toSorted()).toEqual(tables.toSorted());
    // A key over an expression has no column to compare by; none names customers so far.
    const [row] = await app.queryAsAdmin<{ count: string }>(
      `select count(*) as count from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and i.indexprs is not null and c.relname = any($1::text[])`,
      [tables],
    );
    expect(Number(row?.count)).toBe(0);
    expect(
      (await listKeysOfCustomers(tx, ["customer_tags", "risk_cases"])).map(({ columns }) => columns),
    ).toEqual(expect.arrayContaining([["tag_id"], []]));
  });
});

describe("merging is refused in words", () => {
  it("for one customer with itself, for another company's, and for one that is not there", async () => {
    expect((await merge(ann, ann, "Ann Lee")).body).toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("with itself"),
    });
    const elsewhere = await annAndBen(await buildWorld(app));
    for (const answer of [
      await merge(ann, elsewhere.ben, "Ben Okoro"),
      await merge(elsewhere.ann, ben, "Ben Okoro"),
      await preview(ann, elsewhere.ben),
      await preview(ann, crypto.randomUUID()),
    ])
      expect(answer.status).toBe(404);
  });

  it("while an import is open, and where both have an open case", async () => {
    const waiting = await uploaded(app, world.owner, "customer_id,name\nC-1,Customer 1\n");
    for (const answer of [await merge(ann, ben, "Ben Okoro"), await preview(ann, ben)])
      expect(answer.body).toMatchObject({ message: expect.stringContaining("An import is not finished") });
    await app.call(world.owner, importRoutes.cancel, { params: { id: waiting.id } });
    for (const id of [ann, ben])
      await app.call(world.owner, caseRoutes.open, { params: { id }, body: { reason: "price" } });
    for (const answer of [await merge(ann, ben, "Ben Okoro"), await preview(ann, ben)])
      expect(answer.body).toMatchObject({ message: expect.stringContaining("an open risk case") });
  });

  it("to the later of two who merge the same two into one another at once", async () => {
    const answers = await Promise.all([merge(ann, ben, "Ben Okoro"), merge(ben, ann, "Ann Lee")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ message: expect.stringContaining("meanwhile") });
    const { body } = await app.call(world.owner, customerRoutes.list);
    expect(body.totalCount).toBe(1);
  });
});

it("changes nothing where it breaks off in the middle", async () => {
  await app.call(world.owner, caseRoutes.open, { params: { id: ben }, body: { reason: "price" } });
  await app.drainJobs();
  const before = await everything();
  await app.queryAsAdmin(`create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$`);
  await app.queryAsAdmin(
    "create trigger break_off before insert on merged_customers for each row execute function break_off()",
  );
  expect((await merge(ann, ben, "Ben Okoro")).status).toBe(500);
  await app.queryAsAdmin("drop function break_off cascade");
  expect(await everything()).toEqual(before);
  expect((await merge(ann, ben, "Ben Okoro")).status).toBe(200);
  expect(await everything()).not.toEqual(before);
});

it("fills what the kept one lacks, and its id with it; an import of before is undone around it", async () => {
  const { owner } = world;
  const file = "customer_id,email,name\n,cara@acme.example,\nN-2,cara@work.example,Cara Ng\n";
  const brought = await bringFile(app, owner, file);
  const idOf = async (search: string) =>
    (await app.call(owner, customerRoutes.list, { query: { search } })).body.items[0]!.id;
  const [cara, work] = [await idOf("cara@acme"), await idOf("N-2")];
  expect((await merge(cara, work, "Cara Ng")).status).toBe(200);
  const { body } = await app.call(owner, customerRoutes.get, { params: { id: cara } });
  expect(body).toMatchObject({ externalId: "N-2", email: "cara@acme.example", fullName: "Cara Ng" });
  // By its new id it is changed as ever; by the other's address it is found, and keeps its own.
  const rows = await bringFile(app, owner, "customer_id,email,plan\nN-2,cara@new.example,Pro\n");
  expect(rows.counts).toMatchObject({ create: 0, update: 1 });
  const byAddress = await bringFile(app, owner, "email,plan\ncara@work.example,Team\n");
  expect(byAddress.counts).toMatchObject({ create: 0, update: 1 });
  const { body: now } = await app.call(owner, customerRoutes.get, { params: { id: cara } });
  expect(now).toMatchObject({ email: "cara@new.example", plan: "Team" });

  // An id that nobody has had is somebody new, whose address it may share.
  const newcomer = await bringFile(app, owner, "customer_id,email\nN-9,cara@work.example\n");
  expect(newcomer.counts).toMatchObject({ create: 1, update: 0 });

  for (const job of [newcomer, byAddress, rows, brought]) {
    await app.call(owner, importRoutes.undo, { params: { id: job.id } });
    await app.drainJobs();
  }
  expect((await importOf(app, owner, brought.id)).notices.join()).toContain(
    "1 customer of this import stays: another customer was merged into it since.",
  );
  const { body: after } = await app.call(owner, customerRoutes.get, { params: { id: work } });
  expect(after).toMatchObject({ id: cara, email: "cara@acme.example", fullName: "Cara Ng", plan: null });
});
