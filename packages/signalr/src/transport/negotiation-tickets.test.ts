import { describe, expect, test } from "vitest";
import { NegotiationTickets } from "./negotiation-tickets.ts";

const alice = { userId: "alice" };
let nowMs = 1_800_000_000_000;
const member = (secrets = ["new", "old"], hubName = "/hub") =>
  new NegotiationTickets({ hubName, secrets, epochMs: () => nowMs });

describe("a negotiation ticket", () => {
  test("is understood by every other process that knows the secret, the newest or an older one", () => {
    const ticket = member().issue("c1", alice);
    expect(ticket).toMatch(/^c1\.[\w-]+\.[\w-]+\.[\w-]{43}$/);
    expect(member().read(ticket, alice)).toBe("c1");
    expect(member(["old"]).read(member(["old", "older"]).issue("c2", null), null)).toBe("c2");
    expect(member().read(member(["old"]).issue("c3", alice), alice)).toBe("c3");
  });

  test("is worth nothing to another user, hub, secret or to the process that gave it, nor changed in any part", () => {
    const issuer = member();
    const ticket = issuer.issue("c1", alice);
    expect(issuer.read(ticket, alice)).toBeNull();
    for (const other of [{ userId: "bob" }, null]) expect(member().read(ticket, other)).toBeNull();
    expect(member(["new"], "/other").read(ticket, alice)).toBeNull();
    expect(member(["foreign"]).read(ticket, alice)).toBeNull();
    for (const [index, part] of ticket.split(".").entries()) {
      const changed = ticket.split(".").with(index, `${part}A`).join(".");
      expect(member().read(changed, alice), changed).toBeNull();
    }
    for (const garbage of ["", ".", "...", "a.b.zzzzzzzzzzzz.", "é.b.c.d"]) {
      expect(member().read(garbage, alice)).toBeNull();
    }
  });

  test("is good for a minute", () => {
    const ticket = member().issue("c1", alice);
    nowMs += 59_000;
    expect(member().read(ticket, alice)).toBe("c1");
    nowMs += 1_000;
    expect(member().read(ticket, alice)).toBeNull();
  });
});
