/**
 * The whole proof: checks, unit and database tests, browser journeys. All of it runs; any failure fails the run.
 * `--changed [BASE]` runs the checks and what the change can reach, paths run the tests below them.
 */
import { check } from "./check.ts";
import { runE2e } from "./e2e.ts";
import { planTests } from "./changed/plan-tests.ts";
import { NOTHING_RUN, runVitest } from "./run-vitest.ts";

const plan = await planTests(process.argv.slice(2));
// One after the other: side by side the engine's processes, which give way to everything else, were starved (record 0043).
const checked = plan.checks ? await check() : true;
const tests = plan.tests ? await runVitest(plan.tests) : NOTHING_RUN;
const journeys = plan.journeys ? await runE2e(plan.journeys) : NOTHING_RUN;

for (const [name, isAsked, passed] of [
  ["checks", plan.checks, checked],
  ["tests", plan.tests !== null, tests.code === 0],
  ["journeys", plan.journeys !== null, journeys.code === 0],
] as const) {
  console.log(`${isAsked ? (passed ? "passed" : "FAILED") : "no need"}  ${name}`);
}
for (const failure of [...tests.failures, ...journeys.failures]) console.log(`failed: ${failure}`);
console.log(`total: ${tests.passed + journeys.passed} passed, ${tests.failed + journeys.failed} failed`);
process.exitCode = checked && tests.code === 0 && journeys.code === 0 ? 0 : 1;
