import { expect, it } from "vitest";
import { auditActions, auditActionWords } from "./audit-actions.ts";

it("every action of the audit log has words of its own, and one of another version keeps its name", () => {
  const words = Object.keys(auditActions).map(auditActionWords);
  expect(new Set(words).size).toBe(words.length);
  for (const sentence of words) expect(sentence).toMatch(/^[A-Z][a-z]+ [^._]+$/);
  expect(auditActionWords("thing.of_the_future")).toBe("thing.of_the_future");
});
