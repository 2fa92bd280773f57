import type { CriterionField } from "@forestay/contracts";
import { expect, it } from "vitest";
import { candidateLines } from "./candidate-lines.ts";
import type { JudgedFacts } from "./scored-facts.ts";

const HOUR_MS = 3_600_000;
const now = Date.parse("2026-06-01T12:00:00Z");

it("cuts days at whole ones, one at least", () => {
  const scored = Array.from({ length: 50 }, (_, n) => ({
    facts: { fields: { daysSinceActivity: now - n * 7 * HOUR_MS } },
  })) as unknown as JudgedFacts[];
  const fields = [{ field: "daysSinceActivity", kind: "number" }] as unknown as CriterionField[];
  const cuts = candidateLines(scored, fields, { now, majorUnits: (minor) => minor / 100 }).map(
    ({ criterion }) => criterion.value as number,
  );
  expect(cuts.length).toBeGreaterThan(6);
  expect(cuts.filter((cut) => cut < 1 || !Number.isInteger(cut))).toEqual([]);
});
