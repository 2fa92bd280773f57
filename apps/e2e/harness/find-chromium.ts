import { execFile } from "node:child_process";
import { access, constants, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

export interface ChromiumInstall {
  executablePath: string;
  /** Beyond our own environment: libraries and fonts that the machine does not bring. */
  env: Record<string, string>;
}

const systemNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPath = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * A Chromium to drive: `CHROMIUM_PATH`, else the one that npm brought (Linux x64), else one of the system's.
 * @throws Error that says what was tried.
 */
export async function findChromium(): Promise<ChromiumInstall> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== "") return { executablePath: given, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return unpackChromium();
  const candidates = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => systemNames.map((name) => join(folder, name)));
  for (const path of [...candidates, macPath]) {
    if (await isExecutable(path)) return { executablePath: path, env: {} };
  }
  throw new Error("No Chromium found. Install one, or name it in CHROMIUM_PATH.");
}

/** The package holds the browser brotli-packed: unpacked once per version, and moved in place whole. */
async function unpackChromium(): Promise<ChromiumInstall> {
  const packageRoot = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as {
    version: string;
  };
  const target = join(await cacheRoot(), `chromium-${version}`);
  const executablePath = join(target, "chromium");
  if (!(await isExecutable(executablePath))) {
    const staging = await mkdtemp(`${target}-`);
    await unpackInto(staging, join(packageRoot, "bin"));
    // Another run may have been faster: then its copy is as good as ours.
    await rename(staging, target).catch(() => rm(staging, { recursive: true, force: true }));
  }
  return { executablePath, env: await missingParts(target, executablePath) };
}

async function unpackInto(folder: string, packed: string): Promise<void> {
  const { inflate } = await import("@sparticuz/chromium");
  // The package always unpacks to the temporary directory, and reads its name at each call.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await Promise.all(
      ["chromium.br", "fonts.tar.br", "al2023.tar.br"].map((name) => inflate(join(packed, name))),
    );
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The package's own libraries and fonts, only where the machine lacks them: mixing them with the system's can crash. */
async function missingParts(folder: string, executablePath: string): Promise<Record<string, string>> {
  const libraries = await promisify(execFile)("ldd", [executablePath]).then(
    ({ stdout }) => stdout,
    () => "not found",
  );
  const hasFontConfig = await access("/etc/fonts").then(
    () => true,
    () => false,
  );
  return {
    ...(libraries.includes("not found")
      ? {
          LD_LIBRARY_PATH: [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH]
            .filter(Boolean)
            .join(":"),
        }
      : {}),
    ...(hasFontConfig ? {} : { FONTCONFIG_PATH: join(folder, "fonts") }),
  };
}

async function cacheRoot(): Promise<string> {
  const wanted = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "forestay");
  try {
    await mkdir(wanted, { recursive: true });
    await access(wanted, constants.W_OK);
    return wanted;
  } catch {
    const fallback = join(tmpdir(), "forestay-cache");
    await mkdir(fallback, { recursive: true });
    return fallback;
  }
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
