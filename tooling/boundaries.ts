/** Checks every import in the repository against boundary-rules.ts and package-places.ts, and that nothing goes in circles. */
import { readSources } from "./walls/read-sources.ts";
import { checkImports } from "./walls/check-imports.ts";

const sources = await readSources(["packages", "apps", "bench", "tooling"]);
const { imports, problems } = checkImports(sources);
for (const problem of problems) console.error(problem);
console.log(`${sources.size} files, ${imports} imports, ${problems.length} against the plan`);
if (problems.length > 0) process.exitCode = 1;
