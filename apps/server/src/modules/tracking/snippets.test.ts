import { execFile } from "node:child_process";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { identifyCurl, trackingCurl, trackingSnippet, type SnippetParts } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { addTrackingCompany, type TrackingCompany } from "./fixtures/tracking-company.ts";

let app: TestApp;
let company: TrackingCompany;
let parts: SnippetParts;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  company = await addTrackingCompany(app);
  await company.addCustomers([{ externalId: "C-1001" }]);
  const origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  parts = { origin, writeKey: company.writeKey };
});
afterAll(() => app.close());

it("the documented calls in a terminal bring an event, and say who somebody is", async () => {
  for (const example of [trackingCurl(parts), identifyCurl(parts)]) {
    const { stdout } = await promisify(execFile)("sh", ["-c", `${example} --silent`]);
    expect(JSON.parse(stdout)).toEqual({ success: true, accepted: 1, refused: [] });
  }
  await company.takeIn();
  expect(await company.events()).toMatchObject([{ who: "C-1001", type: "Report exported", value: 3 }]);
  const [row] = await app.queryAsAdmin("select full_name, plan from customers where company_id = $1", [
    company.companyId,
  ]);
  expect(row).toEqual({ full_name: "Ada Berg", plan: "Pro" });
});

it("the documented function brings an event, in a page and in a program", async () => {
  type Track = (userId: string, event: string, properties?: object) => Promise<Response>;
  // As a page runs it: the text and nothing else.
  const track = new Function(`${trackingSnippet(parts)}\nreturn track;`)() as Track;
  const answer = await track("C-1001", "Invoice viewed", { value: 7 });
  expect([answer.status, await answer.json()]).toEqual([200, { success: true, accepted: 1, refused: [] }]);
  await company.takeIn();
  expect(await company.events()).toContainEqual(
    expect.objectContaining({ who: "C-1001", type: "Invoice viewed", value: 7 }),
  );
});
