import { afterEach, expect, it, vi } from "vitest";
import { prepareSandboxes } from "./start-sandboxes.ts";

const names = ["HUBSPOT", "MAILCHIMP", "SALESFORCE", "SLACK", "STRIPE"].map((name) => `${name}_SANDBOX`);
afterEach(() => vi.unstubAllEnvs());

function withEnvironment(values: Record<string, string | undefined>): void {
  for (const name of [...names, "NODE_ENV", "SANDBOXES", "ROLE"]) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
}
const said = () => names.filter((name) => process.env[name] !== undefined);

it.each([
  ["in production", { NODE_ENV: "production" }],
  ["where they are switched off", { SANDBOXES: "off" }],
  ["beside one process of several", { ROLE: "worker" }],
])("prepares no sandbox %s", async (_where, values) => {
  withEnvironment(values);
  expect(await prepareSandboxes()).toBeNull();
  expect(said()).toEqual([]);
});

it("prepares all five beside an app that is not in production, at addresses of this machine", async () => {
  withEnvironment({});
  expect(await prepareSandboxes()).toBeTypeOf("function");
  expect(said()).toEqual(names);
  for (const name of names) expect(new URL(process.env[name] ?? "").hostname).toBe("127.0.0.1");
});
