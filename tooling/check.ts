/** Types, lint, format, boundaries, dead code, and the drift of generated types: everything that needs no test. */
import path from "node:path";
import { bin, inParallel, ROOT, runCommand } from "./run-command.ts";

/**
 * What Node runs is one program: its parts one by one would each read the contracts again, and the bench the whole server.
 * Apart is the engine's package, whose tests bring AssemblyScript's own idea of `console`.
 */
const projects = ["tsconfig.node.json", "packages/churn-model", "apps/web", "apps/e2e"];
const folders = ["packages", "apps", "bench", "tooling"];

/**
 * What the last check of a project found out, kept beside the installed packages: the next one looks at what changed and
 * at what that reaches. Seen for what Node runs: 20 CPU seconds the first time, 9 after a change of one file, 2 without one.
 */
const remembered = (project: string): string[] => [
  "--incremental",
  "--tsBuildInfoFile",
  path.join(ROOT, "node_modules/.cache/types", `${project.replaceAll("/", "-")}.tsbuildinfo`),
];

interface Step {
  name: string;
  command: string;
  args: string[];
}

const steps: Step[] = [
  ...projects.map((project) => ({
    name: `types of ${project}`,
    command: bin("tsc"),
    args: ["-p", project, "--noEmit", "--pretty", "false", ...remembered(project)],
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
