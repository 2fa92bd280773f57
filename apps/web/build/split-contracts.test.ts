// @vitest-environment node
import { readdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { splitFile } from "./split-contracts.ts";

const folder = resolve(import.meta.dirname, "../../../packages/contracts/src");
const split = (name: string) => splitFile(resolve(folder, name), new Map());

describe("contracts as the browser gets them", () => {
  it("keep of a route where to send a call, and nothing of its schemas", () => {
    const { wire } = split("auth.ts");
    expect(wire).toMatch(/login: defineRoute\(\{\s*method: "POST",\s*path: "\/auth\/login",\s*\}\)/);
    expect(wire).not.toContain("z.object");
  });

  it("hand a schema on by its name, from the half that is loaded on demand", () => {
    const { wire, schemas, schemaNames } = split("auth.ts");
    expect(schemaNames).toContain("loginBody");
    expect(wire).toMatch(/export \{[^}]*loginBody[^}]*\} from "\.\/auth\.ts\?schemas"/);
    expect(schemas).toContain("export const loginBody = z.object(");
    expect(schemas).not.toContain("authRoutes");
  });

  it("keep constants and functions that need no schema in the first half", () => {
    const { schemaNames, wire } = split("enumerations.ts");
    expect(schemaNames).toContain("riskLevelSchema");
    expect(schemaNames).not.toContain("riskLevelLabel");
    expect(wire).toContain("export function isTerminalJobStatus");
  });

  it.each(readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "index.ts"))(
    "%s: the first half makes nothing with zod",
    (name) => {
      const { wire } = split(basename(name));
      expect(wire).not.toMatch(/\bz\.\w+\(/);
    },
  );
});
