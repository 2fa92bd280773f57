import { describe, expect, it } from "vitest";
import { keywordsOf, moved, newCode } from "./next-steps.ts";
import { stepDraft } from "./step-draft.ts";

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
    const problems = (draft: { title: string; keywords: string }, isProductStep: boolean) =>
      stepDraft(isProductStep)
        .safeParse({ detail: "", ...draft })
        .error?.issues.map(({ path, message }) => [path.join("."), message]);
    expect(problems({ title: " ", keywords: "" }, true)).toEqual([["title", "Say what to do"]]);
    expect(problems({ title: "Call", keywords: "" }, false)).toEqual([
      ["keywords", "Say which factors it answers"],
    ]);
    expect(problems({ title: "Call", keywords: "x" }, true)).toEqual([
      ["keywords", "A word needs two letters or more"],
    ]);
    expect(problems({ title: "Call", keywords: "seats" }, false)).toBeUndefined();
  });
});
