import { describe, expect, it } from "vitest";
import { draftProblems, keywordsOf, moved, newCode } from "./next-steps.ts";

const step = (code: string) => ({
  code,
  title: code,
  detail: "",
  keywords: [],
  enabled: true,
  about: "",
  isProductStep: true,
});

describe("a company's next steps as they are edited", () => {
  it("move by one place and stay whole", () => {
    const steps = [step("a"), step("b"), step("c")];
    expect(moved(steps, 2, -1).map(({ code }) => code)).toEqual(["a", "c", "b"]);
    expect(moved(steps, 0, 1).map(({ code }) => code)).toEqual(["b", "a", "c"]);
  });

  it("get a code of their own from the title, also where it holds no letter we know", () => {
    expect(newCode("Réserver un appel!", [])).toBe("re_server_un_appel");
    expect(newCode("Call", ["call", "call_2"])).toBe("call_3");
    expect(newCode("電話", [])).toBe("step");
  });

  it("take keywords between commas and lines, each once", () => {
    expect(keywordsOf(" seats, Seats\n\nlicense ,")).toEqual(["seats", "license"]);
  });

  it("are refused without a title, and without factors where the product does not know them", () => {
    const draft = { title: " ", detail: "", keywords: "" };
    expect(draftProblems(draft, true)).toEqual({ title: "Say what to do" });
    expect(draftProblems({ ...draft, title: "Call" }, false)).toEqual({
      keywords: "Say which factors it answers",
    });
    expect(draftProblems({ title: "Call", detail: "", keywords: "x" }, true)).toHaveProperty("keywords");
    expect(draftProblems({ title: "Call", detail: "", keywords: "seats" }, false)).toEqual({});
  });
});
