import { expect, it } from "vitest";
import { reasonThemes } from "./reason-themes.ts";

const told = (words: string, customers: number, lostMinor = 100) => ({ words, customers, lostMinor });

it("reasons of one kind stand together, in several languages, with the most frequent wordings", () => {
  const themes = reasonThemes([
    told("Too expensive", 5, 500),
    told("too EXPENSIVE", 2, 200),
    told("Zu teuer für uns", 4),
    told("Muy caro", 1),
    told("Budget cut", 3),
    told("Moved to another tool", 6),
    told("Retired to the sea", 1),
  ]);
  expect(themes.map(({ label, customers, lostMinor }) => [label, customers, lostMinor])).toEqual([
    ["Too expensive", 15, 1000],
    ["Went to a competitor", 6, 100],
    ["Retired to the sea", 1, 100],
  ]);
  expect(themes[0]!.quotes).toEqual([
    { words: "Too expensive", times: 7 },
    { words: "Zu teuer für uns", times: 4 },
    { words: "Budget cut", times: 3 },
  ]);
});

it.each([
  ["Card was declined", "Payment did not come in"],
  ["We are closing down", "Closed down, merged or sold"],
  ["No integration with our CRM", "Something is missing"],
  ["Too many bugs", "Errors, or too slow"],
  ["Nobody answers at support", "Support"],
  ["Difícil de usar", "Hard to use"],
  ["Not using it", "No longer needed"],
  ["Only a trial", "Wanted a test only"],
  ["because", "because"],
])("'%s' is of '%s'", (words, label) => {
  expect(reasonThemes([told(words, 1)])[0]!.label).toBe(label);
});
