/** Types, lint, format, boundaries, dead code, and the drift of generated types: everything that needs no test. */
import { bin, inParallel, runCommand } from "./run-command.ts";

const projects = [
  "packages/contracts",
  "packages/tabular",
  "packages/churn-model",
  "packages/signalr",
  "apps/server",
  "apps/web",
  "apps/e2e",
  "bench",
  "tooling",
];
const folders = ["packages", "apps", "bench", "tooling"];

interface Step {
  name: string;
  command: string;
  args: string[];
}

const steps: Step[] = [
  ...projects.map((project) => ({
    name: `types of ${project}`,
    command: bin("tsc"),
    args: ["-p", project, "--noEmit", "--pretty", "false"],
  })),
  { name: "lint", command: bin("oxlint"), args: ["--quiet", ...folders] },
  { name: "format", command: bin("oxfmt"), args: ["--check", ...folders] },
  { name: "boundaries", command: process.execPath, args: ["tooling/boundaries.ts"] },
  { name: "dead code", command: bin("knip"), args: ["--no-progress"] },
  { name: "database types", command: process.execPath, args: ["tooling/db-types.ts", "--check"] },
];

/** Runs every check and shows what each failing one said; true when all pass. */
export async function check(): Promise<boolean> {
  const results = await inParallel(
    2,
    steps.map((step) => async () => ({
      step,
      result: await runCommand(step.command, step.args, { quiet: true }),
    })),
  );
  const failed = results.filter(({ result }) => result.code !== 0);
  for (const { step, result } of failed) {
    console.error(`\n--- ${step.name} ---\n${result.output.trim()}`);
  }
  console.log(`\n${steps.length - failed.length} of ${steps.length} checks passed`);
  return failed.length === 0;
}

if (import.meta.main) process.exitCode = (await check()) ? 0 : 1;
