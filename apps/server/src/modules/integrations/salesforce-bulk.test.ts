import { integrationRoutes } from "@forestay/contracts";
import { startSalesforce, type SalesforcePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

let company: Connected<SalesforcePeer>;
beforeEach(async () => {
  company = await connectedCompany("salesforce", startSalesforce);
  // As an organization says it that is large; what it has is the sample.
  company.peer.fault({
    match: /query\?q=SELECT(\+|%20)COUNT/,
    status: 200,
    body: { totalSize: 60_000, done: true, records: [] },
    times: 10,
  });
});
afterEach(() => company.close());

it("waits for the job that a killed worker began, and takes each contact in once", async () => {
  const { peer } = company;
  peer.data.bulk.waits = 2;
  await company.rows(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  );
  // Its second write dies with the worker, before it is committed: the first one only keeps which job it is.
  await company.rows(`create trigger die before update on integration_runs for each row
    when (old.place ->> 'page' like 'bulk:%') execute function die()`);
  const { app, owner, params } = company;
  await app.call(owner, integrationRoutes.sync, { params, body: {} });
  await app.drainJobs({ ignoreRunAt: false }).catch(() => undefined);
  const place = "select place ->> 'page' as page from integration_runs";
  expect(await company.rows(place)).toEqual([{ page: expect.stringMatching(/^bulk:750/) }]);
  expect(await company.rows("select 1 from customers")).toEqual([]);

  await company.rows("drop trigger die on integration_runs");
  await company.app.drainJobs({ ignoreRunAt: true });
  expect(peer.data.bulk.jobs.size).toBe(1);
  const contacts = peer.data.records.Contact.size;
  expect(await company.rows("select 1 from customers")).toHaveLength(contacts);
  const [run] = await company.runs();
  expect(run).toMatchObject({ status: "done", kind: "first" });
  expect(run?.counts.find(({ object }) => object === "contacts")).toMatchObject({
    read: contacts,
    failed: 0,
  });

  // By pages it is the same.
  const before = await company.everything();
  peer.data.bulk.isOff = true;
  await company.sync({ all: true });
  expect(await company.everything()).toBe(before);
}, 120_000);

it("is expired where access ends while it waits, and goes on in the same job when it is connected again", async () => {
  const { peer } = company;
  const ended = peer.fault({ match: /jobs\/query\/750/, status: 401, times: 20 });
  await company.sync();
  expect(await company.rows("select status from integrations")).toEqual([{ status: "TokenExpired" }]);
  ended.cancel();
  await company.connect();
  await company.sync();
  expect(peer.data.bulk.jobs.size).toBe(1);
  expect(await company.runs()).toMatchObject([{ status: "done" }, {}]);
  expect(await company.rows("select 1 from customers")).toHaveLength(peer.data.records.Contact.size);
}, 120_000);
