import { describe, expect, test } from "vitest";
import { OutboxCursor } from "./outbox-cursor.ts";

describe("the outbox cursor", () => {
  test("trusts a snapshot only one check after it was taken", () => {
    const cursor = new OutboxCursor();
    expect(cursor.safeSnapshot).toBeNull();
    cursor.start("a");
    cursor.advance("b");
    expect(cursor.safeSnapshot).toBe("a");
    cursor.advance("c");
    expect(cursor.safeSnapshot).toBe("b");
  });

  test("knows every id claimed since the safe snapshot, and forgets older ones", () => {
    const cursor = new OutboxCursor();
    cursor.start("a");
    expect(cursor.claim("1")).toBe(true);
    expect(cursor.claim("1")).toBe(false);
    cursor.advance("b");
    expect(cursor.claim("2")).toBe(true);
    cursor.advance("c");
    // Safe is now "b": "2" was claimed after it, and "1" may have been announced just before it was taken.
    expect(cursor.claim("2")).toBe(false);
    expect(cursor.claim("1")).toBe(false);
    cursor.advance("d");
    expect(cursor.claim("2")).toBe(false);
    expect(cursor.claim("1")).toBe(true);
  });
});
