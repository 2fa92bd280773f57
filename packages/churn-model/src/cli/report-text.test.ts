import { expect, test } from "vitest";

import { readGolden } from "../testing/golden-models.ts";
import { reportText } from "./report-text.ts";

test("a report says what its rows are a sample of, where they are one", () => {
  const { card } = readGolden("regression").document;
  const said = reportText({ ...card, sampledFrom: { rows: 500_000, outcomes: 25_000 } });
  expect(said.split("\n")[1]).toBe("sampled    from 500,000 rows, 25,000 left (5.0%)");
  expect(reportText(card)).not.toContain("sampled");
});
