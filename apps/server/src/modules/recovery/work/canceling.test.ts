import { recoveryWorkRoutes } from "@forestay/contracts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decideInFlow } from "../fixtures/decide-in-flow.ts";
import { openTryingCompany, type TryingCompany } from "../fixtures/trying-company.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let company: TryingCompany;

beforeEach(async () => {
  company = await openTryingCompany();
  await company.fail();
  const { app } = company;
  await app.queryAsAdmin("update customers set external_id = 'C-1' where company_id = $1", [
    company.companyId,
  ]);
});
afterEach(() => company.close());

const decide = (decision: "cancel" | "keep") => decideInFlow(company.app, company.owner, decision);

it("ends what is open at once: nothing is tried by schedule or by hand, though the provider has not heard of it", async () => {
  await company.work();
  const before = company.charges().length;
  await decide("cancel");
  expect(await company.only()).toMatchObject({ status: "cancelled", nextStep: null });
  const params = { id: (await company.only()).id };
  expect((await company.app.call(company.owner, recoveryWorkRoutes.retry, { params })).body).toMatchObject({
    code: "invalid_state",
  });
  await company.pass(4 * HOUR_MS);
  await company.pass(10 * DAY_MS);
  await company.sync();
  await company.work();
  expect(company.charges()).toHaveLength(before);
  expect(await company.only()).toMatchObject({ status: "cancelled" });
});

it("does not make a try that was written down before, and never reached the provider", async () => {
  const { app, companyId } = company;
  const { invoice } = await company.only();
  const before = company.charges().length;
  await app.queryAsAdmin(
    `insert into recovery_tries (company_id, source, invoice_source_id, n, customer_id, idempotency_key, state, asked_at)
     select company_id, source, invoice_source_id, 1, customer_id, 'rec:' || invoice_source_id || ':1', 'asked', $2
     from recovery_cases where company_id = $1 and invoice_source_id = $3`,
    [companyId, app.clock.now(), invoice],
  );
  await decide("cancel");
  await company.pass(HOUR_MS);
  expect(company.charges()).toHaveLength(before);
  expect(await company.tries()).toEqual([{ n: 1, state: "unknown" }]);
});

it("holds no money back that comes all the same, and goes on where the customer thinks better of it", async () => {
  await decide("cancel");
  company.clock.advance(HOUR_MS);
  company.app.clock.set(new Date(company.clock.now()));
  await decide("keep");
  expect(await company.only()).toMatchObject({ status: "open", closedAt: null });
  const before = company.charges().length;
  await company.pass(HOUR_MS);
  expect(company.charges()).toHaveLength(before + 1);
  await decide("cancel");
  company.peer.data.letCard(company.customer, null);
  const [bill] = [...company.peer.data.account.invoices.all()].filter(({ status }) => status === "open");
  company.clock.advance(HOUR_MS);
  await fetch(`${bill!.hosted_invoice_url}`, {
    method: "POST",
    body: new URLSearchParams({ card: "pm_card_visa" }),
    redirect: "manual",
  });
  await company.sync();
  expect(await company.only()).toMatchObject({ status: "recovered", recovered: 49 });
});
