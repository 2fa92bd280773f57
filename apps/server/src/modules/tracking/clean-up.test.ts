import { DAY_MS } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { cleanUpJob } from "./clean-up.ts";
import { addTrackingCompany } from "./fixtures/tracking-company.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("what has waited for a month and what nobody reads any more is forgotten; what is in the ledger stays", async () => {
  const company = await addTrackingCompany(app);
  await company.addCustomers([{ externalId: "C-1" }]);
  const arrive = async (batch: string) => {
    const login = (userId: string) => ({
      type: "track",
      userId,
      event: "Login",
      messageId: `${batch} ${userId}`,
    });
    await company.send("batch", {
      batch: [login("C-1"), login("N-1"), { type: "identify", userId: "N-1", traits: { plan: "Pro" } }, 17],
    });
    await company.takeIn();
  };
  const kept = async () => {
    const count = (table: string) => `(select count(*) from ${table} where company_id = $1)::integer`;
    const [rows] = await app.queryAsAdmin(
      `select ${count("tracking_messages")} as messages, ${count("tracking_waiting_people")} as people,
         ${count("tracking_hours")} as hours, ${count("tracking_kinds")} as kinds,
         ${count("tracking_refusals")} as refusals, ${count("parked_ledger_rows")} as waiting`,
      [company.companyId],
    );
    return rows;
  };
  await arrive("first");
  await app.runForCompanies(cleanUpJob);
  expect(await kept()).toEqual({ messages: 4, people: 1, hours: 1, kinds: 1, refusals: 1, waiting: 1 });
  app.clock.advance(32 * DAY_MS);
  await app.runForCompanies(cleanUpJob);
  expect(await kept()).toEqual({ messages: 0, people: 0, hours: 0, kinds: 0, refusals: 0, waiting: 0 });
  expect(await company.events()).toHaveLength(1);
});
