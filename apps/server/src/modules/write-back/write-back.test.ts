import { integrationRoutes, writeBackRoutes } from "@forestay/contracts";
import {
  makeScoreFields,
  startHubSpot,
  startSalesforce,
  type SalesforcePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";
import { writeScoresJob } from "./write-scores.ts";

let company: Connected;
afterEach(() => company.close());

const ask = () => ({ params: company.params });
const read = async () => (await company.app.call(company.owner, writeBackRoutes.get, ask())).body;
async function switchTo(isOn: boolean) {
  const answer = await company.app.call(company.owner, writeBackRoutes.change, { ...ask(), body: { isOn } });
  expect(answer.status).toBe(200);
  await company.app.drainJobs({ ignoreRunAt: true });
  return read();
}
async function retry(sourceIds: string[] | null = null) {
  const answer = await company.app.call(company.owner, writeBackRoutes.retry, {
    ...ask(),
    body: { sourceIds },
  });
  expect(answer.status).toBe(202);
  await company.app.drainJobs({ ignoreRunAt: true });
  return read();
}
/** Scores as an analysis leaves them, and what follows the news of it. */
async function score(where: string, value: number, level: number) {
  await company.rows(
    `update customers set churn_risk_score = ${value}, churn_risk_level = ${level} where ${where}`,
  );
  await company.app.runForCompanies(writeScoresJob);
}
const failures = async () =>
  (await company.app.call(company.owner, writeBackRoutes.failures, { ...ask(), query: {} })).body.items;

it("writes into HubSpot what changed and nothing else, once it is allowed to, and hears no echo of it", async () => {
  const hubspot = await connectedCompany("hubspot", startHubSpot);
  company = hubspot;
  const { peer } = hubspot;
  const updates = () =>
    peer.requests
      .filter(({ path, status }) => path.endsWith("/contacts/batch/update") && status < 300)
      .map(({ body }) => (JSON.parse(body) as { inputs: { id: string }[] }).inputs.map(({ id }) => id));
  await company.app.server.listen({ port: company.app.context.config.port, host: "127.0.0.1" });
  await company.sync();
  await company.rows("update customers set churn_risk_score = 71, churn_risk_level = 2");
  expect(await read()).toMatchObject({ isOn: false, written: 0 });
  await company.app.runForCompanies(writeScoresJob);
  expect(updates()).toEqual([]);

  // What was allowed before allows reading only.
  expect(await switchTo(true)).toMatchObject({
    isOn: true,
    needsAccess: true,
    problem: expect.stringContaining("HubSpot lets us read only."),
  });
  await company.connect();
  const links = await company.rows<{ source_id: string }>("select source_id from customer_links");
  expect(await retry()).toMatchObject({
    problem: null,
    needsAccess: false,
    written: links.length,
    failed: 0,
  });
  expect(updates().flat().toSorted()).toEqual(links.map(({ source_id: id }) => id).toSorted());
  expect(updates().every((ids) => ids.length <= 100)).toBe(true);
  const id = links[0]?.source_id ?? "";
  expect(peer.data.records.contacts.get(id)?.properties).toMatchObject({
    forestay_churn_risk_score: "71",
    forestay_churn_risk_level: "High",
    forestay_churn_risk_since: company.app.clock.now().toISOString().slice(0, 10),
  });

  // Its own echo: told by webhooks and found by asking, it changes nobody and is written no more.
  await peer.webhooks.settled();
  await company.app.drainJobs({ ignoreRunAt: true });
  const told = await company.rows("select 1 from integration_inbox");
  expect(told).toEqual([]);
  const before = await company.everything();
  const calls = updates().length;
  company.pass(3600_000);
  await company.sync();
  await company.app.drainJobs({ ignoreRunAt: true });
  expect(await company.everything()).toBe(before);
  expect(updates()).toHaveLength(calls);

  const of = (source: string) =>
    `id = (select customer_id from customer_links where source_id = '${source}')`;
  await score(of(id), 12, 0);
  expect(updates().slice(calls)).toEqual([[id]]);
  await company.rows(`update customers set churn_risk_score = null, churn_risk_level = null where ${of(id)}`);
  await company.app.runForCompanies(writeScoresJob);
  expect(peer.data.records.contacts.get(id)?.properties["forestay_churn_risk_score"]).toBeNull();

  // One that is gone there is listed, and not asked after every time.
  const gone = links[1]?.source_id ?? "";
  peer.data.archive("contacts", gone);
  await score(of(gone), 90, 3);
  expect(await failures()).toMatchObject([
    { sourceId: gone, reason: "It is not there any more, or in the bin." },
  ]);
  const tries = updates().length;
  await company.app.runForCompanies(writeScoresJob);
  expect(updates()).toHaveLength(tries);
  expect(await retry([gone])).toMatchObject({ failed: 1 });
  expect(updates()).toHaveLength(tries + 1);

  await switchTo(false);
  await score("true", 33, 1);
  expect(updates()).toHaveLength(tries + 1);
  await company.app.call(company.owner, integrationRoutes.disconnect, { ...ask(), body: {} });
  expect(
    await company.rows("select 1 from written_scores union all select 1 from score_write_backs"),
  ).toEqual([]);
}, 120_000);

it("goes on after it was cut off where it was, and sends no record twice", async () => {
  const hubspot = await connectedCompany("hubspot", startHubSpot);
  company = hubspot;
  const { peer } = hubspot;
  await company.sync();
  await company.rows("update integrations set writes_scores = true");
  await company.connect();
  await company.rows("update customers set churn_risk_score = 50, churn_risk_level = 1");
  const links = await company.rows("select 1 from customer_links");
  await company.rows(
    "insert into score_write_backs (company_id, provider) select company_id, provider from integrations",
  );
  // The first call goes through; then the connection is lost for as long as one attempt of the job goes on asking.
  let isCut = false;
  peer.data.onNews = () => {
    if (isCut) return;
    isCut = true;
    cut = peer.fault({ match: /POST .*\/contacts\/batch\/update/, dropSocket: true, times: 6 });
  };
  let cut = { met: 0 };
  await company.app.runForCompanies(writeScoresJob).catch(() => undefined);
  await company.app.runForCompanies(writeScoresJob);
  expect(cut.met).toBe(6);
  const sent = peer.requests
    .filter(({ path, status }) => path.endsWith("/contacts/batch/update") && status < 300 && status > 0)
    .flatMap(({ body }) => (JSON.parse(body) as { inputs: { id: string }[] }).inputs.map(({ id }) => id));
  expect(sent).toHaveLength(links.length);
  expect(new Set(sent).size).toBe(links.length);
}, 120_000);

it("says what Salesforce has to have first, writes there by many a call, and lists each record that could not be", async () => {
  const salesforce = await connectedCompany("salesforce", startSalesforce);
  company = salesforce;
  const org = (salesforce.peer as SalesforcePeer).data;
  await company.sync();
  await company.rows("update customers set churn_risk_score = 88, churn_risk_level = 3");
  const off = await switchTo(true);
  expect(off).toMatchObject({ needsAccess: false, written: 0 });
  expect(off.problem).toContain("Forestay_Churn_Risk_Score__c (Number(3, 0))");
  makeScoreFields(org);
  const [first] = org.records.Contact.values();
  org.delete("Contact", first?.Id ?? "");
  const after = await retry();
  expect(after).toMatchObject({ problem: null, failed: 1 });
  expect(after.written).toBe(org.records.Contact.size - 1);
  expect(await failures()).toMatchObject([
    { sourceId: first?.Id, label: first?.["Name"], reason: "It is not there any more, or in the bin." },
  ]);
  const [, second] = org.records.Contact.values();
  expect(second).toMatchObject({
    Forestay_Churn_Risk_Score__c: 88,
    Forestay_Churn_Risk_Level__c: "Critical",
  });
  const before = await company.everything();
  company.pass(3600_000);
  await company.sync();
  expect(await company.everything()).toBe(before);
}, 120_000);
