import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../run-command.ts";

const ignoredFolders = new Set(["node_modules", "dist", "assembly"]);

/** TypeScript files below `folders`: path from the repository's root (with `/`) → text. */
export async function readSources(folders: readonly string[]): Promise<Map<string, string>> {
  const files = (await Promise.all(folders.map((folder) => listSources(path.join(ROOT, folder))))).flat();
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return new Map(
    files.map((file, at) => [path.relative(ROOT, file).replaceAll(path.sep, "/"), texts[at] ?? ""]),
  );
}

async function listSources(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const full = path.join(directory, entry.name);
      if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listSources(full);
      return /\.tsx?$/.test(entry.name) ? [full] : [];
    }),
  );
  return nested.flat();
}
