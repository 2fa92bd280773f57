import { expect, it } from "vitest";
import { remindAt } from "./task-days.ts";

it("a task is remembered at nine of the company's clocks, also on the days when they change", () => {
  const at = (dueOn: string, timeZone: string, daysBefore = 0) =>
    remindAt(dueOn, daysBefore, timeZone)?.toISOString();
  // New York goes ahead on March 8, Berlin back on October 25; Kathmandu never.
  expect([
    at("2026-03-07", "America/New_York"),
    at("2026-03-08", "America/New_York"),
    at("2026-03-11", "America/New_York", 3),
    at("2026-10-24", "Europe/Berlin"),
    at("2026-10-25", "Europe/Berlin"),
    at("2026-10-25", "Asia/Kathmandu"),
  ]).toEqual([
    "2026-03-07T14:00:00.000Z",
    "2026-03-08T13:00:00.000Z",
    "2026-03-08T13:00:00.000Z",
    "2026-10-24T07:00:00.000Z",
    "2026-10-25T08:00:00.000Z",
    "2026-10-25T03:15:00.000Z",
  ]);
});
