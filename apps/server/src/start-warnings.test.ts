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
