import { describe, expect, it } from "vitest";
import { eventKey } from "./event-key.ts";
import { roleOfEventType } from "./event-role.ts";

describe("the role of a type of event", () => {
  it.each([
    ["login", "usage"],
    ["User logged in", "usage"],
    ["page_view", "usage"],
    ["report.exported", "usage"],
    ["Nutzung", "usage"],
    ["Ticket opened", "support"],
    ["support_chat", "support"],
    ["COMPLAINT", "support"],
    ["bugReported", "support"],
    ["emailSent", "other"],
    ["invoice_paid", "other"],
    ["subscription cancelled", "other"],
    // A word within a word is another word.
    ["supportive", "usage"],
  ])("of %s is %s", (name, role) => expect(roleOfEventType(name)).toBe(role));
});

describe("the key of an event", () => {
  it("is its id's, whatever else it says, and else its type's and value's", () => {
    const of = (sourceId: string | null, type = "login", value: number | null = null) =>
      eventKey({ sourceId, type, value });
    expect(of("a", "login")).toBe(of("a", "logout", 3));
    expect(of("a")).not.toBe(of("b"));
    expect(of(null)).toBe(eventKey({ type: "login" }));
    expect(of(null, "login", 1)).not.toBe(of(null, "login", 2));
    expect(of("login")).not.toBe(of(null, "login"));
  });

  it("stays as it is for ever, because it is stored, and is a whole number that needs no more than 53 bits", () => {
    expect(eventKey({ sourceId: "evt_1", type: "login" })).toBe(4_661_209_111_983_989);
    const keys = Array.from({ length: 20_000 }, (_, at) => eventKey({ sourceId: `evt_${at}`, type: "" }));
    expect(keys.every((key) => Number.isSafeInteger(key) && key >= 0)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
