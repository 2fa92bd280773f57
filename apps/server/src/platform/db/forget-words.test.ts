import { expect, it } from "vitest";
import { withoutWords } from "./forget-words.ts";

const words = { own: ["ann.miller@there.example", "ZQ-771"], name: "Ann Miller" };

it("takes a person out of texts and of rules that ask who somebody is, and leaves what is called alike", () => {
  expect(
    withoutWords(
      {
        name: "Friends of ann miller",
        audience: [
          { field: "plan", operator: "In", value: ["Ann Miller", "Pro"] },
          { field: "name", operator: "Contains", value: "ANN MILLER" },
          { field: "mrr", operator: "Above", value: 771 },
          { any: [{ field: "externalId", operator: "Equals", value: "zq-771" }] },
        ],
        steps: [{ id: "ZQ-771", kind: "task", text: "Call Ann Millerton, then Ann Miller." }],
        note: "zq-7712 is another, ann.miller@there.example is gone",
      },
      words,
    ),
  ).toEqual({
    name: "Friends of […]",
    audience: [
      { field: "plan", operator: "In", value: ["Ann Miller", "Pro"] },
      { field: "name", operator: "Contains", value: "[…]" },
      { field: "mrr", operator: "Above", value: 771 },
      { any: [{ field: "externalId", operator: "Equals", value: "[…]" }] },
    ],
    steps: [{ id: "ZQ-771", kind: "task", text: "Call Ann Millerton, then […]." }],
    note: "zq-7712 is another, […] is gone",
  });
  expect(withoutWords({ text: "Ann Miller" }, { own: [], name: null })).toEqual({ text: "Ann Miller" });
});
