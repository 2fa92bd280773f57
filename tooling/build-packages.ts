/**
 * Builds the packages that are of use by themselves as plain JavaScript with declarations, ready for `npm publish` or
 * `npm pack`: `npm run package` writes `dist/packages/<name>`. Inside the repository their TypeScript runs as it is.
 */
import { copyFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { bin, ROOT, runCommand } from "./run-command.ts";

interface Built {
  name: string;
  /** Commands it installs, by their source file. */
  commands?: Record<string, string>;
  /** Loaded by address, so that no import names them. */
  loaded?: readonly string[];
}

const packages: readonly Built[] = [
  { name: "tabular" },
  {
    name: "churn-model",
    commands: { churn: "cli/main" },
    loaded: ["threads/fit-worker.ts", "threads/score-worker.ts", "threads/team-worker.ts"],
  },
  { name: "signalr" },
];

/** Writes each package to a folder of its name in `out`; throws what the compiler said where one does not build. */
export async function buildPackages(out: string): Promise<void> {
  for (const built of packages) await buildPackage(built, path.join(out, built.name));
}

async function buildPackage({ name, commands = {}, loaded = [] }: Built, out: string): Promise<void> {
  const from = path.join(ROOT, "packages", name);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const project = path.join(from, "tsconfig.package.tmp.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: "src",
        outDir: out,
      },
      include: [],
      files: ["index.ts", ...Object.values(commands).map((source) => `${source}.ts`), ...loaded].map(
        (file) => `src/${file}`,
      ),
    }),
  );
  const { code, output } = await runCommand(bin("tsc"), ["-p", project, "--pretty", "false"], {
    quiet: true,
  }).finally(() => rm(project));
  if (code !== 0) throw new Error(`${name} does not build:\n${output}`);

  const {
    private: _,
    devDependencies: __,
    exports: ___,
    ...manifest
  } = JSON.parse(await readFile(path.join(from, "package.json"), "utf8")) as Record<string, unknown>;
  const bins = Object.entries(commands).map(([command, source]) => [command, `./${source}.js`]);
  await writeFile(
    path.join(out, "package.json"),
    `${JSON.stringify(
      {
        ...manifest,
        engines: { node: ">=22" },
        exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
        ...(bins.length === 0 ? {} : { bin: Object.fromEntries(bins) }),
      },
      null,
      2,
    )}\n`,
  );
  await copyFile(path.join(ROOT, "LICENSE"), path.join(out, "LICENSE"));
  await cp(path.join(from, "README.md"), path.join(out, "README.md"));
}

if (import.meta.main) {
  const out = path.join(ROOT, "dist/packages");
  await buildPackages(out);
  console.log(`Built ${packages.map(({ name }) => name).join(", ")} in ${path.relative(ROOT, out)}`);
}
