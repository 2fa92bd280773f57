import { expect, it } from "vitest";
import { withoutWords } from "./forget-words.ts";

const words = { own: ["ann.miller@there.example", "ZQ-771"], names: ["Ann Miller"] };

it("takes a person out of texts and of rules that ask who somebody is, and leaves what is called alike", () => {
  expect(
    withoutWords(
      {
        name: "Friends of ann miller",
        audience: [
          { field: "plan", operator: "In", value: ["Ann Miller", "Pro"] },
          { field: "fullName", operator: "Contains", value: "ANN MILLER" },
          {
            field: "email",
            operator: "In",
            value: ["mary.ann.miller@there.example", "ann.miller@there.example.au"],
          },
          { field: "mrr", operator: "Above", value: 771 },
          { any: [{ field: "externalId", operator: "Equals", value: "zq-771" }] },
        ],
        steps: [{ id: "ZQ-771", kind: "task", text: "Call Ann Millerton, then Ann Miller." }],
        note: "zq-7712 and zq-771-3 are others, ann.miller@there.example is gone.",
        blocks: [{ kind: "list", items: ["As Ann Miller says"] }],
      },
      words,
    ),
  ).toEqual({
    name: "Friends of […]",
    audience: [
      { field: "plan", operator: "In", value: ["Ann Miller", "Pro"] },
      { field: "fullName", operator: "Contains", value: "[…]" },
      {
        field: "email",
        operator: "In",
        value: ["mary.ann.miller@there.example", "ann.miller@there.example.au"],
      },
      { field: "mrr", operator: "Above", value: 771 },
      { any: [{ field: "externalId", operator: "Equals", value: "[…]" }] },
    ],
    steps: [{ id: "ZQ-771", kind: "task", text: "Call Ann Millerton, then […]." }],
    note: "zq-7712 and zq-771-3 are others, […] is gone.",
    blocks: [{ kind: "list", items: ["As […] says"] }],
  });
  expect(withoutWords({ text: "Ann Miller" }, { own: [], names: [] })).toEqual({ text: "Ann Miller" });
});
