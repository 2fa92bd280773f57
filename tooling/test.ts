/**
 * The whole proof: checks, unit and database tests, browser journeys. All of it runs; any failure fails the run.
 * `--changed [BASE]` runs the checks and what the change can reach, paths run the tests below them.
 */
import { check } from "./check.ts";
import { runE2e } from "./e2e.ts";
import { usedSeconds } from "./cpu-time.ts";
import { costliestFiles } from "./file-costs.ts";
import { planTests } from "./changed/plan-tests.ts";
import { NOTHING_RUN, runVitest } from "./run-vitest.ts";

const plan = await planTests(process.argv.slice(2));
// One after the other: side by side the engine's processes, which give way to everything else, were starved (record 0043).
const startedWith = usedSeconds();
const checked = plan.checks ? await check() : true;
const checkedAt = usedSeconds();
const tests = plan.tests ? await runVitest(plan.tests) : NOTHING_RUN;
const testedAt = usedSeconds();
const journeys = plan.journeys ? await runE2e(plan.journeys) : NOTHING_RUN;

for (const line of costliestFiles([...tests.costs, ...journeys.costs])) console.log(line);
for (const [name, isAsked, passed, seconds] of [
  ["checks", plan.checks, checked, checkedAt - startedWith],
  ["tests", plan.tests !== null, tests.code === 0, testedAt - checkedAt],
  ["journeys", plan.journeys !== null, journeys.code === 0, usedSeconds() - testedAt],
] as const) {
  const cost = `${seconds.toFixed(0)} CPU seconds, database included, what browsers show pages with is not`;
  console.log(isAsked ? `${passed ? "passed" : "FAILED"}  ${name}: ${cost}` : `no need  ${name}`);
}
for (const failure of [...tests.failures, ...journeys.failures]) console.log(`failed: ${failure}`);
console.log(`total: ${tests.passed + journeys.passed} passed, ${tests.failed + journeys.failed} failed`);
process.exitCode = checked && tests.code === 0 && journeys.code === 0 ? 0 : 1;
