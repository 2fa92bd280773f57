import { notificationTypes } from "@forestay/contracts/wire";
import { describe, expect, it } from "vitest";
import { groupByDay } from "./day-groups.ts";
import { chooseIcon } from "./icon-choice.ts";
import { badgeText, bellLabel } from "./unread-badge.ts";

describe("the badge", () => {
  it("shows the count, and '99+' above 99", () => {
    expect([1, 99, 100, 4821].map(badgeText)).toEqual(["1", "99", "99+", "99+"]);
  });

  it("tells the real count in the bell's name", () => {
    expect([undefined, 0, 4, 1280].map(bellLabel)).toEqual([
      "Notifications",
      "Notifications",
      "Notifications, 4 unread",
      "Notifications, 1,280 unread",
    ]);
  });
});

describe("the icon", () => {
  it.each([
    ["Import", ["import-success", "import-failed", "import-failed", "warning", "import-info", "import-info"]],
    ["Customer", ["customer", "customer", "customer", "customer-at-risk", "customer", "customer"]],
    ["System", ["system", "system", "system", "system", "system", "system"]],
    ["Billing", ["success", "failed", "failed", "warning", "info", "info"]],
  ])("of category %s is chosen by category, then type", (category, expected) => {
    expect(notificationTypes.map((type) => chooseIcon({ type, category }).name)).toEqual(expected);
  });
});

describe("grouping by day", () => {
  const at = (...parts: [number, number, number, number?]) => ({
    createdAt: new Date(...parts).toISOString(),
  });
  it("goes by the viewer's calendar day, names the last two, and keeps the order", () => {
    const now = new Date(2026, 10, 21, 0, 30);
    const items = [
      at(2026, 10, 21, 0),
      at(2026, 10, 20, 23),
      at(2026, 10, 20, 1),
      at(2026, 10, 14),
      at(2025, 11, 31),
    ];
    expect(groupByDay(items, now).map(({ title, items }) => [title, items.length])).toEqual([
      ["Today", 1],
      ["Yesterday", 2],
      ["Saturday, November 14", 1],
      ["Wednesday, December 31, 2025", 1],
    ]);
  });
});
