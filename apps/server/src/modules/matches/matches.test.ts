import { customerDataRoutes, integrationRoutes, matchRoutes, type Match } from "@forestay/contracts";
import { startHubSpot, type HubSpotPeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { personErasedThere } from "#modules/integrations/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { buildCompany, buildUser } from "#testing/index.ts";

const EMAIL = "office@twins.example";
let company: Connected;
afterEach(() => company.close());

/** Customers of the company's own files, by their ids. */
async function known(...people: [id: string, email: string, name: string][]): Promise<string[]> {
  const ids: string[] = [];
  for (const [id, email, name] of people) {
    const [row] = await company.rows<{ id: string }>(
      `insert into customers (company_id, external_id, email, full_name) values ($1, $2, $3, $4) returning id`,
      [company.companyId, id, email, name],
    );
    ids.push(row?.id ?? "");
  }
  return ids;
}
const list = async (state: "waiting" | "answered" = "waiting"): Promise<Match[]> =>
  (await company.app.call(company.owner, matchRoutes.list, { query: { state } })).body.items;
const answer = (answers: { id: string; customerId: string | null }[]) =>
  company.app.call(company.owner, matchRoutes.answer, { body: { answers } });
const takeBack = (id: string) => company.app.call(company.owner, matchRoutes.takeBack, { params: { id } });
const failures = async () =>
  (
    await company.app.call(company.owner, integrationRoutes.failures, {
      params: company.params,
      query: { pageSize: 100 },
    })
  ).body.items;
const linked = () =>
  company.rows<{ source_id: string; external_id: string | null; full_name: string }>(
    `select l.source_id, c.external_id, c.full_name from customer_links l join customers c on c.id = l.customer_id
     order by l.source_id`,
  );

describe("a contact whose e-mail address several customers have", () => {
  let contacts: string[];
  let people: string[];
  const portal = () => (company as Connected<HubSpotPeer>).peer.data;
  const contact = (firstname: string, email = EMAIL, lifecyclestage = "customer") =>
    portal().add("contacts", { email, firstname, lastname: "Hale", lifecyclestage, jobtitle: "Buyer" }).id;
  beforeEach(async () => {
    company = await connectedCompany("hubspot", (options: object) =>
      startHubSpot({ ...options, data: "empty" }),
    );
    people = await known(["C-1", EMAIL, "Ada Hale"], ["C-2", EMAIL.toUpperCase(), "Ben Hale"]);
    contacts = [contact("Ben"), contact("Cleo"), contact("Dan", EMAIL, "lead")];
    await company.sync();
  });

  it("waits, is asked about with whom it could be, and is who somebody says, once and for all", async () => {
    const asked = await list();
    expect(asked.map(({ fullName }) => fullName).toSorted()).toEqual(["Ben Hale", "Cleo Hale", "Dan Hale"]);
    const ben = asked.find(({ fullName }) => fullName === "Ben Hale");
    const dan = asked.find(({ fullName }) => fullName === "Dan Hale");
    // Who is called the same comes first.
    expect(ben).toMatchObject({
      system: "HubSpot",
      sourceId: contacts[0],
      isCustomer: true,
      candidateCount: 2,
      candidates: [
        { name: "Ben Hale", externalId: "C-2", agreesIn: ["email", "name"], systems: [] },
        { name: "Ada Hale", externalId: "C-1", agreesIn: ["email"] },
      ],
      answer: null,
    });
    expect(dan?.isCustomer).toBe(false);
    expect(await failures()).toHaveLength(3);
    expect((await failures()).every(({ isAsked }) => isAsked)).toBe(true);
    expect(await linked()).toEqual([]);

    // Two of one system are not the same customer, also where both are said at once.
    const both = asked.slice(0, 2).map(({ id }) => ({ id, customerId: people[0] ?? null }));
    expect((await answer(both)).body).toMatchObject({ code: "invalid_state" });
    expect([await list(), await linked()]).toMatchObject([{ length: 3 }, []]);

    const said = asked.map(({ id, fullName }) => ({
      id,
      customerId: fullName === "Ben Hale" ? (people[1] ?? null) : null,
    }));
    expect((await answer(said)).body).toEqual({ answered: 3 });
    // The same again changes nothing, another answer is refused.
    expect((await answer(said)).body).toEqual({ answered: 0 });
    const otherwise = await answer([{ id: ben?.id ?? "", customerId: null }]);
    expect([otherwise.status, otherwise.body]).toMatchObject([409, { code: "invalid_state" }]);
    await company.app.drainJobs({ ignoreRunAt: true });

    const after = [
      { source_id: contacts[0], external_id: "C-2", full_name: "Ben Hale" },
      { source_id: contacts[1], external_id: contacts[1], full_name: "Cleo Hale" },
    ];
    // Nobody is made of who buys nothing there.
    expect(await linked()).toEqual(after);
    expect(await list()).toEqual([]);
    expect(await failures()).toEqual([]);
    const [taken] = await company.rows<{ attributes: Record<string, unknown> }>(
      "select attributes from customers where external_id = 'C-2'",
    );
    expect(taken?.attributes).toMatchObject({ "Job title": "Buyer" });

    // Read anew, whatever changed there, nobody is asked again.
    for (const id of contacts) portal().edit("contacts", id, { jobtitle: "Head of buying" });
    await company.sync({ all: true });
    expect(await list()).toEqual([]);
    expect(await failures()).toEqual([]);
    expect(await linked()).toEqual(after);
    const answered = await list("answered");
    expect(answered.map(({ answer: given }) => given?.customer?.name ?? null).toSorted()).toEqual([
      "Ben Hale",
      "Cleo Hale",
      null,
    ]);
    expect(answered.every(({ answer: given }) => given?.by === "Test Person")).toBe(true);
  }, 120_000);

  it("is asked again when that is taken back, where it can be", async () => {
    const asked = await list();
    const [ben, cleo] = ["Ben Hale", "Cleo Hale"].map((name) => asked.find((one) => one.fullName === name));
    const waiting = () =>
      company.rows<{ source_id: string }>(
        "select source_id from integration_inbox where handled_at is null and event_id like 'again:%'",
      );
    await answer([{ id: ben?.id ?? "", customerId: people[0] ?? null }]);
    expect(await waiting()).toHaveLength(3);
    await answer([{ id: cleo?.id ?? "", customerId: null }]);
    // What was answered once more, as it may be under way; what waits already not again.
    expect((await waiting()).map(({ source_id: id }) => id).toSorted()).toEqual(
      [...contacts, contacts[1]].toSorted(),
    );
    await company.app.drainJobs({ ignoreRunAt: true });
    const own = await takeBack(cleo?.id ?? "");
    expect([own.status, own.body]).toMatchObject([
      409,
      { message: expect.stringContaining("It is a customer of its own by now.") },
    ]);
    expect((await takeBack(ben?.id ?? "")).status).toBe(200);
    await company.app.drainJobs({ ignoreRunAt: true });
    expect((await list()).map(({ fullName }) => fullName)).toContain("Ben Hale");
    expect((await failures()).map(({ sourceId }) => sourceId)).toContain(contacts[0]);
    const [freed] = await company.rows<{ attributes: Record<string, unknown> }>(
      "select attributes from customers where external_id = 'C-1'",
    );
    expect(freed?.attributes).toEqual({});
    expect(await linked()).toMatchObject([{ source_id: contacts[1] }]);
  }, 120_000);

  it("cannot be whom it is not, is asked about no more where there is no doubt, and is nobody else's to answer", async () => {
    const [stranger] = await known(["C-3", "other@twins.example", "Else"]);
    const asked = await list();
    const [first] = asked;
    const refused = await answer([
      { id: asked[1]?.id ?? "", customerId: null },
      { id: first?.id ?? "", customerId: stranger ?? null },
    ]);
    expect([refused.status, refused.body]).toMatchObject([409, { code: "invalid_state" }]);
    // All or none.
    expect(await list()).toHaveLength(3);
    const elsewhere = (await buildUser(company.app.db, (await buildCompany(company.app.db)).id, "Owner"))
      .actor;
    const { body, status } = await company.app.call(elsewhere, matchRoutes.list);
    expect([status, body.items]).toEqual([200, []]);
    const theirs = { body: { answers: [{ id: first?.id ?? "", customerId: null }] } };
    expect((await company.app.call(elsewhere, matchRoutes.answer, theirs)).status).toBe(404);

    // Two of them become one customer: then there is one whom the first contact can be.
    await company.app.call(company.owner, customerDataRoutes.merge, {
      params: { id: people[0] ?? "" },
      body: { otherId: people[1] ?? "", typedName: "Ben Hale" },
    });
    await company.app.call(company.owner, integrationRoutes.retry, {
      params: company.params,
      body: { ids: null },
    });
    await company.app.drainJobs({ ignoreRunAt: true });
    expect(await list()).toEqual([]);
    expect(await linked()).toMatchObject([{ external_id: "C-1" }, { source_id: contacts[1] }]);
  }, 120_000);

  it("leaves nothing of whom the company erases, and of a system that is disconnected", async () => {
    await company.app.call(company.owner, customerDataRoutes.erase, {
      params: { id: people[0] ?? "" },
      body: { typedName: "Ada Hale" },
    });
    expect(await list()).toEqual([]);
    expect(await failures()).toEqual([]);
    // Who waited may have been who was erased: the one left with the address is not taken for them.
    portal().edit("contacts", contacts[1] ?? "", { jobtitle: "Head of buying" });
    await company.sync({ all: true });
    expect([await list(), await failures(), await linked()]).toEqual([[], [], []]);
    expect(await company.rows("select full_name, attributes from customers")).toEqual([
      { full_name: "Ben Hale", attributes: {} },
    ]);
    await known(["C-9", EMAIL, "Zoe Hale"]);
    const gone = contact("Finn");
    for (const name of ["Gus", "Hal", "Ida"]) contact(name);
    await company.sync({ all: true });
    // Deleted there, nobody is asked about it any more.
    expect((await list()).map(({ sourceId }) => sourceId)).toContain(gone);
    portal().archive("contacts", gone);
    await company.app.call(company.owner, integrationRoutes.retry, {
      params: company.params,
      body: { ids: null },
    });
    await company.app.drainJobs({ ignoreRunAt: true });
    expect((await list()).map(({ sourceId }) => sourceId)).not.toContain(gone);
    const [first, second, third] = await list();
    // Erased for good there, while it waited for an answer here.
    portal().privacyDelete(third?.sourceId ?? "");
    await withTenant(company.app.db, company.companyId, (tx) =>
      company.app.context.events.emit(tx, personErasedThere, {
        companyId: company.companyId,
        provider: "hubspot",
        sourceId: third?.sourceId ?? "",
      }),
    );
    await company.app.drainJobs({ ignoreRunAt: true });
    expect((await list()).map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect(await failures()).toHaveLength(2);
    await answer([{ id: first?.id ?? "", customerId: null }]);
    await company.app.drainJobs({ ignoreRunAt: true });
    expect(second).toBeDefined();
    const disconnect = (data: "keep" | "delete") =>
      company.app.call(company.owner, integrationRoutes.disconnect, {
        params: company.params,
        body: { data },
      });
    await disconnect("keep");
    expect(await list()).toEqual([]);
    const [kept] = await list("answered");
    expect(kept?.answer).toMatchObject({ canTakeBack: false, whyNot: "HubSpot is not connected any more." });
    await company.connect();
    await disconnect("delete");
    await company.app.drainJobs({ ignoreRunAt: true });
    expect(await list("answered")).toEqual([]);
  }, 120_000);
});
