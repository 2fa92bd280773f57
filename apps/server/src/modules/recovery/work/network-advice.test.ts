import { recoveryWorkRoutes } from "@forestay/contracts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTryingCompany, type TryingCompany } from "../fixtures/trying-company.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let company: TryingCompany;
beforeEach(async () => {
  company = await openTryingCompany();
  await company.fail();
});
afterEach(() => company.close());

const advise = (columns: string) =>
  company.app.queryAsAdmin(`update payment_attempts set ${columns} where company_id = $1 and not succeeded`, [
    company.companyId,
  ]);

it("makes a try wait for as long as the network asks, by schedule and by hand", async () => {
  await advise("network_advice_code = '27'");
  const before = company.charges().length;
  await company.work();
  const params = { id: (await company.only()).id };
  expect(await company.only()).toMatchObject({ nextStep: "try" });
  expect((await company.app.call(company.owner, recoveryWorkRoutes.retry, { params })).body).toMatchObject({
    code: "invalid_state",
    message: expect.stringContaining("The card's network asks not to try it before"),
  });
  // It failed a day before it was heard of.
  await company.pass(2.9 * DAY_MS);
  expect(company.charges()).toHaveLength(before);
  await company.pass(2 * DAY_MS);
  expect(company.charges()).toHaveLength(before + 1);
});

it.each(["advice_code = 'do_not_try_again'", "network_advice_code = '03'"])(
  "never tries a card again of which the provider told so with its own try: %s",
  async (columns) => {
    await advise(columns);
    const before = company.charges().length;
    await company.pass(20 * DAY_MS);
    expect(company.charges()).toHaveLength(before);
    await company.app.queryAsAdmin(
      "insert into recovery_marks (company_id, customer_id) select company_id, customer_id from recovery_cases",
    );
    await company.sync();
    expect(await company.only()).toMatchObject({ class: "never" });
  },
);
