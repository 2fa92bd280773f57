import { describe, expect, it } from "vitest";
import { testsReached } from "./tests-reached.ts";

const server = "apps/server/src";
const sources = new Map(
  Object.entries({
    "packages/tabular/src/index.ts": 'export * from "./csv.ts";',
    "packages/tabular/src/csv.ts": "export const csv = 1;",
    "packages/tabular/src/csv.test.ts": 'import { csv } from "./csv.ts";',
    "packages/contracts/src/index.ts": "export const routes = 1;",
    [`${server}/server-modules.ts`]: 'import "#modules/team/index.ts"; import "#modules/imports/index.ts";',
    [`${server}/testing/index.ts`]: 'import "../server-modules.ts"; import "./clock.ts";',
    [`${server}/testing/clock.ts`]: "export const clock = 1;",
    [`${server}/security.test.ts`]: 'import "#testing/index.ts";',
    [`${server}/platform/http/bind.test.ts`]: 'import "#testing/index.ts";',
    [`${server}/modules/team/index.ts`]: 'import "./leave.ts";',
    [`${server}/modules/team/leave.ts`]: "export const leave = 1;",
    [`${server}/modules/team/team.test.ts`]: 'import "#testing/index.ts";',
    [`${server}/modules/imports/index.ts`]:
      'import "@forestay/tabular"; const p = new URL("./parser-process.ts", import.meta.url);',
    [`${server}/modules/imports/parser-process.ts`]: 'import type { csv } from "@forestay/tabular";',
    [`${server}/modules/imports/imports.test.ts`]: 'import "#testing/index.ts";',
    "apps/web/src/app/app.ts": 'import "@/lib/money.ts";',
    "apps/web/src/lib/money.ts": "export const money = 1;",
    "apps/web/src/lib/money.test.ts": 'import { money } from "./money.ts";',
    "apps/e2e/journeys/first.test.ts": "",
    "tooling/other.test.ts": "",
    "tooling/words.test.ts": 'readFile(path.join(ROOT, "docs/modules.md"))',
  }),
);
const reached = (...changed: string[]) => {
  const { tests, journeys } = testsReached(changed, sources);
  return { tests: tests.map((file) => file.replace(/^.*\//, "").replace(".test.ts", "")).sort(), journeys };
};

describe("a change reaches", () => {
  it("the tests that import it, through any number of files and packages, and the journeys", () => {
    expect(reached("packages/tabular/src/csv.ts")).toEqual({
      tests: ["csv", "imports", "security"],
      journeys: true,
    });
    expect(reached("apps/web/src/lib/money.ts")).toEqual({ tests: ["money"], journeys: true });
  });

  it("of a module its own tests and those beside the app, not those of modules that never use it", () => {
    expect(reached(`${server}/modules/team/leave.ts`).tests).toEqual(["security", "team"]);
  });

  it("whoever starts it as a process", () => {
    expect(reached(`${server}/modules/imports/parser-process.ts`).tests).toEqual(["imports", "security"]);
  });

  it("what is used by every test of the server", () => {
    expect(reached(`${server}/testing/clock.ts`).tests).toEqual(["bind", "imports", "security", "team"]);
  });

  it("a whole workspace where it is no source, and everything where all is installed by it", () => {
    expect(reached("apps/server/migrations/0001_companies.sql")).toEqual({
      tests: ["bind", "imports", "security", "team"],
      journeys: true,
    });
    expect(reached("package-lock.json").tests).toHaveLength(8);
    expect(reached(`${server}/modules/team/help.md`).tests).toEqual(["bind", "imports", "security", "team"]);
  });

  it("nothing but itself where it is a test, the journeys where it is one of them, and nothing where it is words", () => {
    expect(reached("apps/web/src/lib/money.test.ts")).toEqual({ tests: ["money"], journeys: false });
    expect(reached("apps/e2e/journeys/first.test.ts")).toEqual({ tests: [], journeys: true });
    expect(reached("apps/web/README.md")).toEqual({ tests: [], journeys: false });
    expect(reached("docs/architecture.md")).toEqual({ tests: ["words"], journeys: false });
  });
});
