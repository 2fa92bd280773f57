import { expect, it } from "vitest";
import { cn } from "./cn.ts";

it("keeps a size of our scale beside a color", () => {
  expect(cn("text-ui text-ink", false)).toBe("text-ui text-ink");
});

it("lets the later of two sizes win", () => {
  expect(cn("text-ui font-medium", "text-body font-strong")).toBe("text-body font-strong");
});
