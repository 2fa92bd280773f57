import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerOf, initialState, plainNumber } from "./calculator-state.ts";
import { Calculator } from "./calculator.tsx";

let copied: string[];
beforeEach(() => {
  copied = [];
  vi.stubGlobal("navigator", {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  history.replaceState(null, "", "/churn-calculator");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value: text } });
const pair = (label: string) => screen.getByText(label).parentElement!;

it("keeps an answer with the numbers that it answers while another is wrong", async () => {
  render(<Calculator />);
  type("Customers lost in it", "120");
  type("Customers lost in it", "9,999");
  screen.getByText("The answer to the numbers before. Mend the one that is marked.");
  fireEvent.click(screen.getByRole("radio", { name: "24 months" }));
  fireEvent.click(screen.getByRole("button", { name: "Copy answer" }));
  await screen.findByText("The answer is copied.");
  expect(copied[0]).toMatch(/in 24 months\.[\s\S]*lost=120&months=24$/);
});

it("shows what came beside what left, and gross and net churn of revenue", () => {
  render(<Calculator />);
  for (const [label, text] of [
    ["New customers", "100"],
    ["Monthly revenue lost to churn", "6,000"],
    ["Lost to downgrades", "120"],
    ["Won by upgrades", "2,040"],
  ] as const)
    type(label, text);
  within(pair("Customers, over one month")).getByText("2,423");
  within(pair("Gross MRR churn, of the period")).getByText("3%");
  within(pair("Net MRR churn, of the period")).getByText("2%");
});

it("reads thousands and decimals as they are written, and guesses at neither", () => {
  expect(["2,400", "1,234,567.5", "$ 204,0005"].map(plainNumber)).toEqual(["2400", "1234567.5", "2040005"]);
  const answerTo = (key: string, text: string) =>
    answerOf({ ...initialState, typed: { ...initialState.typed, [key]: text } });
  expect(answerTo("target", "2,4").answer?.target.monthlyChurn).toBeCloseTo(0.024);
  expect(answerTo("revenue", "204,00").problems).toHaveProperty("mrrMinor");
  expect(answerTo("customers", "2,4").problems).toHaveProperty("customersAtStart");
  expect(answerTo("lost", "77.5").problems).toEqual({ customersLost: "Enter a whole number of customers" });
});
