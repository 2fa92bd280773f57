import type { CriteriaNode } from "@forestay/contracts";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { ConditionChips } from "./condition-chips.tsx";
import { conditionField } from "./condition-field.ts";
import type { Condition } from "./condition-field.ts";
import { conditionWords } from "./condition-words.ts";

const fields = [
  conditionField("revenue", "Revenue", "money"),
  conditionField("plan", "Plan", "choice", [
    { value: "basic", label: "Basic" },
    { value: "pro", label: "Pro" },
  ]),
  conditionField("seen", "Last seen", "date"),
  conditionField("left", "Has left", "boolean"),
  conditionField("name", "Name", "text"),
];
const format = { money: (amount: number) => `$${amount}`, date: (iso: string) => iso.slice(0, 10) };

function Editor({ from }: { from: Condition[] }) {
  const [conditions, setConditions] = useState<CriteriaNode[]>(from);
  return (
    <>
      <ConditionChips fields={fields} conditions={conditions} onChange={setConditions} format={format} />
      <output aria-label="conditions">{JSON.stringify(conditions)}</output>
    </>
  );
}
function show(...from: Condition[]) {
  render(<Editor from={from} />);
  return userEvent.setup();
}
const conditions = () =>
  JSON.parse(screen.getByLabelText("conditions").textContent ?? "") as readonly Condition[];

afterEach(cleanup);

describe("conditions as chips", () => {
  it("are edited at their own place, with the value they have", async () => {
    const user = show(
      { field: "revenue", operator: "GreaterThan", value: 100 },
      { field: "plan", operator: "In", value: ["pro"] },
    );
    await user.click(screen.getByRole("button", { name: /Revenue/, expanded: false }));
    const field = screen.getByRole<HTMLInputElement>("textbox");
    expect(field.value).toBe("100");
    await user.clear(field);
    await user.type(field, "$5,000{Enter}");
    expect(conditions()).toEqual([
      { field: "revenue", operator: "GreaterThan", value: 5000 },
      { field: "plan", operator: "In", value: ["pro"] },
    ]);
  });

  it("say at the value what is wrong with it, and change nothing until it is right", async () => {
    const user = show({ field: "revenue", operator: "GreaterThan", value: 100 });
    await user.click(screen.getByRole("button", { name: /Revenue/, expanded: false }));
    const field = screen.getByRole("textbox");
    await user.clear(field);
    await user.type(field, "many{Enter}");
    expect(screen.getByText("Enter a number, such as 5000")).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(conditions()[0]?.value).toBe(100);
  });

  it("offer the values that were handed in, and ask for at least one", async () => {
    const user = show({ field: "plan", operator: "In", value: ["pro"] });
    await user.click(screen.getByRole("button", { name: /Plan/, expanded: false }));
    const boxes = within(screen.getByRole("group", { name: "Plan" }));
    await user.click(boxes.getByRole("checkbox", { name: "Pro" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(screen.getByText("Choose at least one")).toBeTruthy();
    await user.click(boxes.getByRole("checkbox", { name: "Basic" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(conditions()).toEqual([{ field: "plan", operator: "In", value: ["basic"] }]);
  });

  it.each<[Condition, RegExp, string]>([
    [{ field: "seen", operator: "GreaterThan", value: "2026-01-31T00:00:00Z" }, /Seen/i, "greater than"],
    [{ field: "plan", operator: "NotIn", value: ["pro"] }, /Plan/, "not in"],
  ])(
    "name the operator by the one word it has everywhere, for dates and choices too",
    async (given, chip, word) => {
      const user = show(given);
      await user.click(screen.getByRole("button", { name: chip, expanded: false }));
      expect(screen.getByRole("combobox", { name: "Comparison" }).textContent).toBe(word);
    },
  );

  it("count days from now, and ask whether anything is there, after the words that everybody has", async () => {
    const user = show({ field: "seen", operator: "GreaterThan", value: "2026-01-31T00:00:00Z" });
    const choose = async (word: string) => {
      await user.click(screen.getByRole("combobox", { name: "Comparison" }));
      await user.click(screen.getByRole("option", { name: word }));
    };
    await user.click(screen.getByRole("button", { name: /Seen/i, expanded: false }));
    await user.click(screen.getByRole("combobox", { name: "Comparison" }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "greater than",
      "less than",
      "in the last",
      "not in the last",
      "in the next",
      "is empty",
      "is not empty",
    ]);
    await user.click(screen.getByRole("option", { name: "in the last" }));
    const days = screen.getByLabelText<HTMLInputElement>("Seen", { exact: false, selector: "input" });
    expect([days.type, days.value]).toEqual(["text", ""]);
    await user.type(days, "2.5{Enter}");
    expect(screen.getByText("Enter whole days, such as 30")).toBeTruthy();
    await user.clear(days);
    await user.type(days, "30{Enter}");
    expect(conditions()).toEqual([{ field: "seen", operator: "InLast", value: 30 }]);
    await user.click(
      screen.getByRole("button", { name: /Last seen.*in the last 30 days/i, expanded: false }),
    );
    await choose("is empty");
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(conditions()).toEqual([{ field: "seen", operator: "Equals", value: null }]);
  });

  it("compare a choice with one value or with a list, and a text with a list", async () => {
    const user = show(
      { field: "plan", operator: "Equals", value: "pro" },
      { field: "name", operator: "In", value: ["Ann", "Smith, Bo"] },
    );
    await user.click(screen.getByRole("button", { name: /Plan/, expanded: false }));
    expect(screen.getByRole("combobox", { name: "Comparison" }).textContent).toBe("equals");
    await user.click(screen.getByRole("checkbox", { name: "Basic" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(screen.getByText("Choose one, or compare with 'in' or 'not in'")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Pro" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await user.click(screen.getByRole("button", { name: /Name/, expanded: false }));
    const list = screen.getByRole<HTMLInputElement>("textbox");
    expect(list.value).toBe('Ann, "Smith, Bo"');
    await user.type(list, ", Cy{Enter}");
    expect(conditions()).toEqual([
      { field: "plan", operator: "Equals", value: "basic" },
      { field: "name", operator: "In", value: ["Ann", "Smith, Bo", "Cy"] },
    ]);
  });

  it("say below the chip what was refused, of a line inside a group under its field's name", () => {
    const refused: CriteriaNode[] = [
      { field: "revenue", operator: "GreaterThan", value: "many" },
      { match: "any", criteria: [{ field: "plan", operator: "In", value: [] }] },
    ];
    const problems = { "0": "Enter a number", "1.criteria.0": "Choose at least one" };
    render(
      <ConditionChips
        fields={fields}
        conditions={refused}
        problems={problems}
        onChange={() => {}}
        format={format}
      />,
    );
    const said = (name: RegExp) => {
      const id = screen.getByRole("button", { name, expanded: false }).getAttribute("aria-describedby");
      return id === null ? null : document.getElementById(id)?.textContent;
    };
    expect(said(/^Revenue/)).toBe("Enter a number");
    expect(said(/^Group/)).toBe("Plan: Choose at least one");
  });

  it("are removed one by one; one on a field that is not known can only be removed", async () => {
    const user = show(
      { field: "attributes.shoe", operator: "Equals", value: 43 },
      { field: "left", operator: "Equals", value: true },
    );
    await user.click(screen.getByRole("button", { name: /shoe/, expanded: false }));
    expect(screen.getByText(/cannot be edited here/)).toBeTruthy();
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Remove filter: shoe" }));
    expect(conditions()).toEqual([{ field: "left", operator: "Equals", value: true }]);
  });
});

describe("a condition in words", () => {
  const words = (field: string, operator: Condition["operator"], value: Condition["value"]) =>
    conditionWords(
      { field, operator, value },
      fields.find((one) => one.field === field),
      format,
    );

  it.each([
    [words("revenue", "GreaterThan", 5000), "over $5000"],
    [words("plan", "NotIn", ["basic", "gone"]), "not Basic, gone"],
    [words("seen", "LessThan", "2026-01-31T00:00:00Z"), "before 2026-01-31"],
    [words("left", "Equals", false), "No"],
    [words("name", "Contains", "ltd"), "contains ltd"],
    [words("revenue", "Equals", null), "is empty"],
    [words("revenue", "NotEquals", null), "is not empty"],
    [words("seen", "NotInLast", 30), "not in the last 30 days"],
    [words("attributes.shoe", "GreaterThan", 43), "over 43"],
  ])("reads %s", (said, expected) => {
    expect(said).toBe(expected);
  });
});
