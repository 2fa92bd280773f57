import { expect, it } from "vitest";
import { supportStatusSchema } from "./schemas.ts";
import { hasEnded, supportStatusLabel, supportStatuses } from "./vocabulary.ts";

const label = (status: (typeof supportStatuses)[number] | 4, escalationLevel = 0) =>
  supportStatusLabel({ status, escalationLevel, assignedAdminName: "Ada" });

it("labels a session by its status", () => {
  expect(supportStatuses.map((status) => label(status, 1))).toEqual([
    "Waiting for support (Level 0)",
    "AI Assistant (Level 1)",
    "Chat with Ada",
    "Session closed",
    "Session timed out",
  ]);
  // Handed back to the queue after it was escalated.
  expect(label("Pending", 2)).toBe("Waiting for support (Level 0)");
});

it("understands 4 as Closed", () => {
  expect(label(4)).toBe("Session closed");
  expect(hasEnded(4)).toBe(true);
  expect(supportStatusSchema.parse(4)).toBe("Closed");
  expect(supportStatusSchema.parse("Closed")).toBe("Closed");
  expect(supportStatusSchema.safeParse(3).success).toBe(false);
});
