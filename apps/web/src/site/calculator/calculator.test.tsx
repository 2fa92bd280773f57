import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerOf, fromQuery, initialState, plainNumber, toQuery } from "./calculator-state.ts";
import { csvOf } from "./calculator-words.ts";
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

it("takes the average of a customer instead of the sum, worked over as one changes, and carries it along", async () => {
  render(<Calculator />);
  const before = screen.getByText(/on course to lose/).textContent;
  fireEvent.click(screen.getByRole("radio", { name: "Per customer" }));
  const average = screen.getByRole<HTMLInputElement>("textbox", { name: "Average monthly revenue" });
  expect(average.value).toBe("85");
  expect(screen.getByText(/on course to lose/).textContent).toBe(before);
  fireEvent.change(average, { target: { value: "170" } });
  fireEvent.click(screen.getByRole("button", { name: "Copy answer" }));
  await screen.findByText("The answer is copied.");
  expect(copied[0]).toMatch(/\?arpa=170$/);
  const state = fromQuery("?arpa=170");
  expect(toQuery(state)).toBe("arpa=170");
  const { answer } = answerOf(state);
  expect(answer?.today.mrrMinor[0]).toBe(170 * 2400 * 100);
  expect(csvOf(state, answer!)).toContain("\r\narpa,170\r\n");
  expect(csvOf(state, answer!)).not.toContain("\r\nrevenue,");
  fireEvent.click(screen.getByRole("radio", { name: "All together" }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Monthly recurring revenue" }).value).toBe(
    "408,000",
  );
});

it("marks the number that is wrong where revenue is the average of a customer, and no other", () => {
  const typed = { ...fromQuery("?arpa=170").typed, "lost-revenue": "6,000" };
  const state = { ...fromQuery("?arpa=170"), typed };
  expect(answerOf({ ...state, typed: { ...typed, arpa: "-1" } }).problems).toHaveProperty("mrrMinor");
  expect(Object.keys(answerOf({ ...state, typed: { ...typed, customers: "" } }).problems!)).toEqual([
    "customersAtStart",
  ]);
});
