import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { startWarnings } from "./start-warnings.ts";

const warningsOf = (env: Record<string, string>) => startWarnings(readConfig(env));

it("warns of well-known passwords on an open address, and of TLS ended by a proxy that nobody declared", () => {
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ HOST: "0.0.0.0" })).toEqual([expect.stringContaining("DEMO=off")]);
  expect(warningsOf({ APP_URL: "https://app.example" })).toEqual([expect.stringContaining("TRUST_PROXY")]);
  expect(warningsOf({ APP_URL: "https://app.example", TRUST_PROXY: "1" })).toEqual([]);
  expect(warningsOf({ APP_URL: "http://app.example" })).toEqual([]);
});

it("says that a restored copy sends no mail, and what would let it", () => {
  const outgoingHold = { releaseCode: "c0ffee00", backupMadeAt: "2026-11-22T12:00:00.000Z" };
  expect(startWarnings({ ...readConfig({}), outgoingHold })).toEqual([
    expect.stringMatching(/restored from a backup of 2026-11-22 12:00 UTC.*RELEASE_OUTGOING=c0ffee00/),
  ]);
});
