import { operatorsOfKind } from "@forestay/contracts";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { defineAttributes } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { buildCompany, createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { criterionArbitrary, segmentIds } from "#testing/made-criteria.ts";
import { readCriterionFields } from "./criterion-fields.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Windows are drawn at random: of a field any will do. */
const general = (field: string) => field.replace(/\.\d+/, ".n");

it("every field that is offered is held against SQL with every operator that it takes", async () => {
  const { id: companyId } = await buildCompany(database.db);
  await database.queryAsAdmin(
    `insert into segments (company_id, id, name, type, status, color, criteria, rule_changed_at)
     values ($1, $2, 'One', 0, 1, 'teal', '[]', now())`,
    [companyId, segmentIds[0]],
  );
  await database.queryAsAdmin("insert into event_types (company_id, id, name) values ($1, 1, 'login')", [
    companyId,
  ]);
  const fields = await withTenant(database.db, companyId, async (tx) => {
    await defineAttributes(tx, companyId, [
      { key: "region", label: "Region", kind: "text" },
      { key: "seats", label: "Seats", kind: "number" },
      { key: "vip", label: "VIP", kind: "boolean" },
      { key: "signed", label: "Signed", kind: "date" },
    ]);
    return readCriterionFields(tx, companyId);
  });
  const drawn = new Set(
    fc
      .sample(criterionArbitrary, { numRuns: 20_000, seed: 5 })
      .map(({ field, operator }) => `${general(field)} ${operator}`),
  );
  const missing = fields.flatMap(({ field, kind }) =>
    operatorsOfKind[kind].map((operator) => `${general(field)} ${operator}`).filter((one) => !drawn.has(one)),
  );
  expect(missing).toEqual([]);
});
