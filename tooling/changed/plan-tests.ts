import path from "node:path";
import { readSources } from "../walls/read-sources.ts";
import { changedFiles } from "./changed-files.ts";
import { testsReached } from "./tests-reached.ts";

export interface TestPlan {
  checks: boolean;
  /** Arguments of the test runner; none run everything, null nothing. */
  tests: string[] | null;
  journeys: string[] | null;
}

/** What `npm test` was asked for: everything, `--changed [BASE]`, or the tests below some paths. */
export async function planTests(args: readonly string[]): Promise<TestPlan> {
  const [first, ...rest] = args;
  if (first === undefined) return { checks: true, tests: [], journeys: [] };
  if (first === "--changed" || first.startsWith("--changed="))
    return planChanged(first.split("=")[1] ?? rest[0]);
  const paths = args.map((one) => path.normalize(one).replaceAll(path.sep, "/"));
  const journeys = paths.filter((one) => one.startsWith("apps/e2e"));
  const tests = paths.filter((one) => !one.startsWith("apps/e2e"));
  return {
    checks: false,
    tests: tests.length > 0 ? tests : null,
    journeys: journeys.length > 0 ? journeys.map((one) => one.replace(/^apps\/e2e\/?/, "")) : null,
  };
}

async function planChanged(base: string | undefined): Promise<TestPlan> {
  const changed = await changedFiles(base);
  const { tests, journeys } = testsReached(
    changed,
    await readSources(["packages", "apps", "bench", "tooling"]),
  );
  console.log(
    `${changed.length} files changed, which ${tests.length} files of tests ${journeys ? "and the journeys reach" : "reach"}`,
  );
  return { checks: true, tests: tests.length > 0 ? tests : null, journeys: journeys ? [] : null };
}
