import { expect, it } from "vitest";
import { parseMoney } from "@forestay/tabular";
import { formatCents, toMajorUnits, toMinorUnits } from "./money.ts";

it("keeps, shows and gives back an amount of every currency as a file tells it", () => {
  const scaled = Intl.supportedValuesOf("currency").flatMap((currency) => {
    const read = parseMoney("100,000", "us", currency);
    const minor = read.ok ? (read.value?.amountMinor ?? null) : null;
    const shown = minor === null ? null : formatCents(minor, currency).replace(/[^\d,]/g, "");
    return minor === toMinorUnits(100_000, currency) &&
      toMajorUnits(minor, currency) === 100_000 &&
      shown === "100,000"
      ? []
      : [`${currency}: ${minor}, shown ${shown}`];
  });
  expect(scaled).toEqual([]);
});
