/** The whole proof: checks, unit and database tests, browser journeys. All of it runs; any failure fails the run. */
import { check } from "./check.ts";
import { runE2e } from "./e2e.ts";
import { runVitest } from "./run-vitest.ts";

const checked = await check();
const tests = await runVitest([]);
const journeys = await runE2e([]);
for (const [name, passed] of [
  ["checks", checked],
  ["tests", tests.code === 0],
  ["journeys", journeys.code === 0],
] as const) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name}`);
}
for (const failure of [...tests.failures, ...journeys.failures]) console.log(`failed: ${failure}`);
console.log(`total: ${tests.passed + journeys.passed} passed, ${tests.failed + journeys.failed} failed`);
process.exitCode = checked && tests.code === 0 && journeys.code === 0 ? 0 : 1;
