import { expect, it } from "vitest";
import { unsaidNumbers } from "./unsaid-numbers.ts";

const results = [
  {
    asOf: "2026-11-25T08:00:00.000Z",
    day: "2026-11-25",
    mrr: 12_345.67,
    churn: 0.034,
    change: -5,
    period: "90_days",
    customers: [
      { name: "Ada", externalId: "42" },
      { name: "Bo", externalId: "2" },
    ],
    plan: "Team 50",
    basis: "Of 900 customers, those who pay.",
  },
];

it.each([
  "MRR is 12,345.67, about $12.3k.",
  "Monthly revenue is 12,346 as of November 25, 2026.",
  "Churn is 3.4%, or 3 percent.",
  "It fell by 5; the change is -5.",
  "Both customers are on Team 50.",
  "Two customers pay, of 900 in all.",
  "On 25 November nothing changed.",
  "Ada pays 12,345.67.",
])("lets through what tools said: %s", (text) => {
  expect(unsaidNumbers(text, results)).toEqual([]);
});

it.each([
  ["You have 30 customers at risk.", ["30"]],
  ["Revenue is 100 dollars.", ["100"]],
  ["twelve customers left", ["twelve"]],
  ["Churn fell to -3.4%.", ["-3.4%"]],
  ["$1,234,567 is lost.", ["$1,234,567"]],
  ["Yes, 500 are critical.", ["500"]],
  ["1 customer is at risk.", ["1"]],
  ["MRR is 3.4.", ["3.4"]],
  ["Fifty customers are lost.", ["Fifty"]],
  ["As of November 11, 2026 it is 12,345.67.", ["November 11, 2026"]],
  ["25 customers left.", ["25"]],
  ["About a thousand customers left.", ["a thousand"]],
  ["MRR is 1.3 million.", ["1.3 million"]],
  ["Half of them left.", ["Half"]],
  ["42 customers are critical.", ["42"]],
  ["0 customers are critical.", ["0"]],
])("stops what no tool said: %s", (text, strange) => {
  expect(unsaidNumbers(text, results)).toEqual(strange);
});
