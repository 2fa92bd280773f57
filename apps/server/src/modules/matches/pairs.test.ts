import { auditRoutes, customerDataRoutes, matchRoutes, MOST_OPEN_PAIRS } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { findPairsJob } from "./find-pairs.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});

interface Person {
  id?: string;
  email?: string;
  name?: string;
}
/** A customer; `links`: what connected systems call it. Returns its id. */
async function customer({ id, email, name }: Person, links: Record<string, string> = {}): Promise<string> {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    "insert into customers (company_id, external_id, email, full_name) values ($1, $2, $3, $4) returning id",
    [companyId, id ?? null, email ?? null, name ?? null],
  );
  for (const [source, sourceId] of Object.entries(links))
    await app.queryAsAdmin(
      "insert into customer_links (company_id, source, source_id, customer_id, linked_at) values ($1, $2, $3, $4, now())",
      [companyId, source, sourceId, row?.id],
    );
  return row?.id ?? "";
}
const look = () => app.runJob(findPairsJob.company, { companyId });
const list = async () =>
  (await app.call(owner, matchRoutes.pairs, { query: { pageSize: 100 } })).body.items.toSorted((a, b) =>
    a.customers[0]!.name.localeCompare(b.customers[0]!.name),
  );
const found = async () =>
  (await list()).map(({ agreesIn, customers }) => [
    agreesIn,
    ...customers.map(({ name }) => name).toSorted(),
  ]);
const keepApart = (id: string, who = owner) => app.call(who, matchRoutes.keepApart, { params: { id } });

it("finds customers of two ways in that may be one, and says by what", async () => {
  await customer({ id: "A-1", email: "Ada@one.example", name: "Ada" }, { hubspot: "1" });
  await customer({ id: "A-2", email: "ada@ONE.example", name: "Ada L." }, { stripe: "cus_1" });
  await customer({ id: "B-1", email: "ben.hale+crm@gmail.com", name: "Ben" }, { hubspot: "2" });
  await customer({ id: "B-2", email: "benhale@googlemail.com", name: "Ben H." }, { stripe: "cus_2" });
  await customer({ id: "C-1", name: "Cleo" });
  await customer({ id: "c-1 ", name: "Cleo K." });
  await customer({ id: "cus_9", name: "Dan" });
  await customer({ email: "dan@four.example", name: "Dan M." }, { stripe: "cus_9" });
  await customer({ id: "E-1", email: "eve@five.example", name: "Eve Moss" });
  await customer({ id: "E-2", email: "e.moss@five.example", name: "eve moss" });
  // Of the same name, at a place where everybody has an address; and what one system keeps apart.
  await customer({ id: "F-1", email: "fay1@gmail.com", name: "Fay Reed" });
  await customer({ id: "F-2", email: "fay2@gmail.com", name: "Fay Reed" });
  await customer({ id: "G-1", email: "gus@seven.example", name: "Gus" }, { stripe: "cus_3" });
  await customer({ id: "G-2", email: "gus@seven.example", name: "Gus" }, { stripe: "cus_4" });
  // Two ids of one system, which tells them apart by their case.
  await customer({ id: "0013000000AbC", name: "Hal" });
  await customer({ id: "0013000000aBc", name: "Ida" });
  // Deleted there, and made anew.
  await customer({ id: "J-1", email: "jo@nine.example", name: "Jo" }, { stripe: "cus_5" });
  await customer({ id: "J-2", email: "jo@nine.example", name: "Jo N." }, { stripe: "cus_6" });
  await app.queryAsAdmin(
    "update customer_links set gone_at = now() where company_id = $1 and source_id = 'cus_5'",
    [companyId],
  );
  await look();
  expect(await found()).toEqual([
    ["email", "Ada", "Ada L."],
    ["alias", "Ben", "Ben H."],
    ["external_id", "Cleo", "Cleo K."],
    ["external_id", "Dan", "Dan M."],
    ["name", "Eve Moss", "eve moss"],
    ["email", "Jo", "Jo N."],
  ]);
  const [first] = await list();
  expect(first?.customers.map(({ systems }) => systems).toSorted()).toEqual([["HubSpot"], ["Stripe"]]);
});

it("asks about a pair once: not those who were said to be two, nor whom nothing joins any more, nor who is one by now", async () => {
  const ids: string[] = [];
  for (const at of ["one", "two", "three"])
    for (const n of [1, 2])
      ids.push(await customer({ id: `${at}-${n}`, email: `office@${at}.example`, name: `${at} ${n}` }));
  await look();
  const pairOf = async (name: string) => (await list()).find(({ customers }) => customers[0]?.name === name);
  const apart = await pairOf("one 1");
  expect((await keepApart(apart?.id ?? "")).status).toBe(200);
  expect((await keepApart(apart?.id ?? "")).status).toBe(200);
  const audit = await app.call(owner, auditRoutes.listAudit, { query: { action: "customer.kept_apart" } });
  expect(audit.body.items).toMatchObject([{ target: "one 2" }, { target: "one 1" }]);
  await app.queryAsAdmin("update customers set email = 'other@two.example' where id = $1", [ids[2]]);
  const merged = await app.call(owner, customerDataRoutes.merge, {
    params: { id: ids[4] ?? "" },
    body: { otherId: ids[5] ?? "", typedName: "three 2" },
  });
  expect(merged.status).toBe(200);
  expect(await found()).toEqual([["email", "two 1", "two 2"]]);
  await look();
  expect(await found()).toEqual([]);
  // Another company can neither see nor answer it.
  const elsewhere = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  expect((await keepApart(apart?.id ?? "", elsewhere)).status).toBe(404);
});

it("asks again about two who were said to be two by mistake", async () => {
  for (const n of [1, 2]) await customer({ id: `P-${n}`, email: "pat@p.example", name: `Pat ${n}` });
  await look();
  const id = (await list())[0]?.id ?? "";
  const takeBack = (who = owner) => app.call(who, matchRoutes.takeBackApart, { params: { id } });
  const apart = async () =>
    (await app.call(owner, matchRoutes.pairs, { query: { state: "apart" } })).body.items;
  await keepApart(id);
  const at = app.clock.now().toISOString();
  expect(await apart()).toMatchObject([{ id, agreesIn: "email", keptApart: { at } }]);
  expect((await apart())[0]?.keptApart?.by).not.toBe("");
  const elsewhere = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
  expect((await takeBack(elsewhere)).status).toBe(404);
  // Two people press at once.
  expect((await Promise.all([takeBack(), takeBack()])).map(({ status }) => status)).toEqual([200, 200]);
  const audit = await app.call(owner, auditRoutes.listAudit, {
    query: { action: "customer.kept_apart_taken_back" },
  });
  expect(audit.body.items.map(({ target }) => target).toSorted()).toEqual(["Pat 1", "Pat 2"]);
  expect(await apart()).toEqual([]);
  expect(await list()).toMatchObject([{ id, keptApart: null }]);
  await look();
  expect(await found()).toEqual([["email", "Pat 1", "Pat 2"]]);
  // Kept apart once more, and one of them is merged into the other all the same: there is nothing to ask again.
  await keepApart(id);
  const [one, other] = (await apart())[0]?.customers ?? [];
  await app.call(owner, customerDataRoutes.merge, {
    params: { id: one?.customerId ?? "" },
    body: { otherId: other?.customerId ?? "", typedName: other?.name ?? "" },
  });
  expect(await apart()).toEqual([]);
  expect((await takeBack()).body).toMatchObject({ message: "One of these two is no longer here." });
});

it("does not ask again of whom it was said, when a record came in, that it is nobody here", async () => {
  const known = await customer({ id: "O-1", email: "office@k.example", name: "Kim" });
  await customer({ id: "O-2", email: "office@k.example", name: "Lee" });
  const made = await customer({ id: "O-3", email: "office@k.example", name: "Max" }, { hubspot: "77" });
  await app.queryAsAdmin(
    `insert into match_questions (company_id, source, source_id, full_name, email, is_customer, asked_at, answered_at)
     values ($1, 'hubspot', '77', 'Max', 'Office@k.example', true, now(), now() + interval '1 second')`,
    [companyId],
  );
  await look();
  expect(await found()).toEqual([["email", "Kim", "Lee"]]);
  // Who came after the answer was not among those it was said of.
  await app.queryAsAdmin("update customers set created_at = now() + interval '1 hour' where id = $1", [
    known,
  ]);
  await look();
  expect(await found()).toEqual([
    ["email", "Kim", "Lee"],
    ["email", "Kim", "Max"],
  ]);
  expect(made).not.toBe("");
});

it("lets no more wait than somebody can look through, the surest first, and takes a crowd for no pair", async () => {
  const many = MOST_OPEN_PAIRS + 5;
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, email, full_name)
     select $1, 'N-' || n || side, 'n' || n || side || '@n' || n || '.example', 'Name ' || n
     from generate_series(1, ${many}) n, unnest(array['a', 'b']) side`,
    [companyId],
  );
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, email) select $1, 'T-' || n, 'team@t.example' from generate_series(1, 11) n`,
    [companyId],
  );
  await customer({ id: "Z-1", email: "zoe@z.example" });
  await customer({ id: "Z-2", email: "ZOE@z.example" });
  await look();
  const { body } = await app.call(owner, matchRoutes.pairs, { query: { pageSize: 100 } });
  expect(body.totalCount).toBe(MOST_OPEN_PAIRS);
  const reasons = () =>
    app.queryAsAdmin(
      "select agrees_in as by, count(*)::int as n from customer_pairs where company_id = $1 group by 1 order by 1",
      [companyId],
    );
  expect(await reasons()).toEqual([
    { by: "email", n: 1 },
    { by: "name", n: MOST_OPEN_PAIRS - 1 },
  ]);
  await keepApart(body.items[0]?.id ?? "");
  await look();
  // Surer ones that came later take the place of others.
  await customer({ id: "Y-1", email: "yan@y.example" });
  await customer({ id: "Y-2", email: "YAN@y.example" });
  await look();
  expect((await app.call(owner, matchRoutes.pairs, { query: { pageSize: 1 } })).body.items).toMatchObject([
    { agreesIn: "email" },
  ]);
  expect((await app.call(owner, matchRoutes.pairs, { query: {} })).body.totalCount).toBe(MOST_OPEN_PAIRS);
});
