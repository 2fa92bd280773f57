/** The whole proof: checks, unit and database tests, browser journeys. All of it runs; any failure fails the run. */
import { check } from "./check.ts";
import { runE2e } from "./e2e.ts";
import { bin, runCommand } from "./run-command.ts";

const checked = await check();
const tested = (await runCommand(bin("vitest"), ["run", "--reporter=dot"])).code === 0;
const journeyed = (await runE2e([])) === 0;
for (const [name, passed] of Object.entries({ checks: checked, tests: tested, journeys: journeyed })) {
  console.log(`${passed ? "passed" : "FAILED"}  ${name}`);
}
process.exitCode = checked && tested && journeyed ? 0 : 1;
