import { ROOT, runCommand } from "../run-command.ts";

/**
 * Files that differ from `base`, committed or not, new ones included, as paths from the repository's root. Without a base:
 * from where this branch left main, and on main itself from its last commit.
 * Throws where git does not know the base.
 */
export async function changedFiles(base?: string): Promise<string[]> {
  const since = base ?? ((await git("merge-base", "HEAD", "main").catch(() => ["HEAD"]))[0] || "HEAD");
  const [differing, untracked] = await Promise.all([
    git("diff", "--name-only", "--no-renames", since, "--"),
    git("ls-files", "--others", "--exclude-standard"),
  ]);
  return [...differing, ...untracked].sort();
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await runCommand("git", ["-C", ROOT, ...args], { quiet: true });
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${output.trim()}`);
  return output.split("\n").filter((line) => line !== "");
}
