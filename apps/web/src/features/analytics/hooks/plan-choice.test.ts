import { describe, expect, it } from "vitest";
import { readChoice } from "./plan-choice.ts";

const read = (query: string, customers = 1000) => readChoice(new URLSearchParams(query), customers);

describe("what a plan starts from", () => {
  it("is what the URL says", () => {
    expect(read("contacts=120&order=chance&keep=35")).toEqual({
      contacts: 120,
      orderBy: "churnRiskScore",
      keepPercent: 35,
    });
  });

  it("is fifty customers by money and one leaver in five kept where the URL says nothing or nonsense", () => {
    const start = { contacts: 50, orderBy: "valueAtRisk", keepPercent: 20 };
    expect(read("")).toEqual(start);
    expect(read("contacts=many&order=size&keep=")).toEqual(start);
  });

  it("never asks for more customers than there are, or for none", () => {
    expect(read("contacts=5000").contacts).toBe(1000);
    expect(read("", 12).contacts).toBe(12);
    expect(read("contacts=0").contacts).toBe(1);
    expect(read("contacts=-3&keep=900")).toMatchObject({ contacts: 1, keepPercent: 100 });
  });
});
