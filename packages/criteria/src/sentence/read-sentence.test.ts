import type { CriteriaNode, Criterion } from "@forestay/contracts/vocabulary";
import { describe, expect, it } from "vitest";
import type { SentenceVocabulary } from "./phrase.ts";
import { readSentence } from "./read-sentence.ts";

const vocabulary: SentenceVocabulary = {
  fields: [
    { field: "churnRiskLevel", label: "Risk level", kind: "choice" },
    {
      field: "plan",
      label: "Plan",
      kind: "choice",
      choices: [
        { value: "Pro", label: "Pro" },
        { value: "Pro Plus", label: "Pro Plus" },
      ],
    },
    {
      field: "subscriptionStatus",
      label: "Subscription",
      kind: "choice",
      choices: [{ value: 3, label: "Past Due" }],
    },
    { field: "events.30.login", label: "“login”", kind: "number" },
    { field: "events.30.feature_used", label: "“feature_used”", kind: "number" },
    { field: "attributes.seats", label: "Seats", kind: "number" },
    { field: "attributes.vip", label: "VIP", kind: "boolean" },
    { field: "attributes.country", label: "Country", kind: "text" },
    { field: "attributes.billing", label: "Billing", kind: "text" },
  ],
  values: { "attributes.country": ["DE", "FR", "US"], "attributes.billing": ["Annual", "Monthly"] },
};
const line = (field: string, operator: Criterion["operator"], value: Criterion["value"]): Criterion => ({
  field,
  operator,
  value,
});

describe("a sentence", () => {
  it.each<[string, CriteriaNode[], string[]]>([
    [
      "annual customers in Germany who stopped logging in",
      [
        line("attributes.billing", "In", ["Annual"]),
        line("attributes.country", "In", ["DE"]),
        line("sinceEvent.login", "GreaterThan", 30),
      ],
      [],
    ],
    [
      "Customers from Germany or France, not on Pro, paying more than $1,500 a month",
      [
        line("attributes.country", "In", ["DE", "FR"]),
        line("plan", "NotIn", ["Pro"]),
        line("monthlyRevenue", "GreaterThan", 1500),
      ],
      [],
    ],
    [
      "Pro Plus with at least 10 seats",
      [line("plan", "In", ["Pro Plus"]), line("attributes.seats", "GreaterThan", 9)],
      [],
    ],
    ["no logins in the last two weeks", [line("events.14.login", "Equals", 0)], []],
    ["logged in fewer than 3 times in the last 60 days", [line("events.60.login", "LessThan", 3)], []],
    ["more than 20 features used", [line("events.30.feature_used", "GreaterThan", 20)], []],
    [
      "high or critical risk renewing within 60 days",
      [line("churnRiskLevel", "In", [2, 3]), line("renewalInDays", "LessThan", 60)],
      [],
    ],
    [
      "silent for a month with failed payments",
      [line("daysSinceActivity", "GreaterThan", 30), line("failedPayments.90", "GreaterThan", 0)],
      [],
    ],
    [
      "customers for more than 2 years whose score rose by 10 points",
      [line("tenureDays", "GreaterThan", 730), line("scoreChange.30", "GreaterThan", 10)],
      [],
    ],
    ["past due VIP", [line("subscriptionStatus", "In", [3]), line("attributes.vip", "Equals", true)], []],
    [
      "new customers with ltv under 2k who have not left",
      [
        line("tenureDays", "LessThan", 90),
        line("lifetimeValue", "LessThan", 2000),
        line("hasLeft", "Equals", false),
      ],
      [],
    ],
    [
      "customers on Pro or silent for a month, in Germany",
      [
        line("attributes.country", "In", ["DE"]),
        {
          match: "any",
          criteria: [line("plan", "In", ["Pro"]), line("daysSinceActivity", "GreaterThan", 30)],
        },
      ],
      [],
    ],
    ["left-handed customers on Pro", [line("plan", "In", ["Pro"])], ["left-handed"]],
    ["show me everyone", [], []],
    ["purple unicorns", [], ["purple", "unicorns"]],
  ])("%s", (sentence, criteria, notUnderstood) => {
    expect(readSentence(sentence, vocabulary)).toEqual({ criteria, notUnderstood });
  });

  it("of any text is read to its end, and nothing is made up of it", () => {
    for (const text of [
      "",
      "   ",
      "((((",
      "more than",
      "over over 5",
      ".*",
      "a".repeat(5000),
      "1,,,2 $ € %",
    ]) {
      expect(readSentence(text, vocabulary).criteria).toEqual([]);
    }
  });
});
