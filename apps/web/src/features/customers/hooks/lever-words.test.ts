import { expect, it } from "vitest";
import { leverSentence, lossWords } from "./lever-words.ts";

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
