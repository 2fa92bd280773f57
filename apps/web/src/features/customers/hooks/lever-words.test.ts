import { expect, it } from "vitest";
import { leverSentence, lossWords, whyNoLever } from "./lever-words.ts";

const contract = { field: "contract", label: "Contract", from: "Month-to-month", to: "Two year" };
const tickets = { field: "tickets", label: "Open tickets", from: 3, to: 0 };

it("says a lever as what somebody would do", () => {
  expect(leverSentence([contract])).toBe("Change Contract from Month-to-month to Two year");
  expect(leverSentence([tickets, { ...contract, from: null }])).toBe(
    "Bring Open tickets from 3 to 0, and set Contract to Two year",
  );
});

it("says what it does to the money, and nothing where none is known or none moves", () => {
  const customer = { monthlyRevenue: 1240, lifetimeValue: null, currency: "USD" };
  expect(lossWords(customer, 0.63, 0.41)).toBe("Expected loss falls from $9,374 to $6,101 a year.");
  expect(lossWords({ ...customer, monthlyRevenue: null }, 0.63, 0.41)).toBeNull();
  expect(lossWords(customer, 0.63, 0.63)).toBeNull();
});

it("says why the main reason is no lever, and nothing where it is one", () => {
  const logins = { feature: "logins_30d", label: "Fewer logins", evidence: "3, was 22", points: 24 };
  const price = { feature: "price", label: "Price", evidence: "$70", points: 30 };
  const billing = { feature: "contract", label: "Contract", evidence: "Month-to-month", points: 26 };
  const rest = { feature: "other", label: "Everything else", evidence: "", points: 50 };
  const field = { label: "", kind: "number" as const, options: [], from: 0, to: 9, value: 3 };
  const fields = [
    { ...field, field: "price", isMoney: true },
    { ...field, field: "contract", isMoney: false },
  ];
  const result = { probability: 0.2, score: 20, level: 1 as const, range: null };
  const asked = (factors: (typeof logins)[], suggestions = [{ changes: [contract], result }]) =>
    whyNoLever(factors, { fields, suggestions });
  expect(asked([logins, billing, rest])).toBeNull();
  expect(asked([logins, rest])).toMatch(/^The main reason, Fewer logins \(3, was 22\), is none of these/);
  expect(asked([logins, price])).toMatch(
    /^The main reason, Price \(\$70\), is not suggested: what costs less/,
  );
  expect(asked([billing], [])).toMatch(/is not suggested: no other value/);
  expect(asked([{ ...logins, points: -4 }])).toBeNull();
});
