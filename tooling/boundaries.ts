/**
 * Checks every import in the repository against boundary-rules.ts and package-places.ts, that nothing goes in circles, and
 * the server's SQL against table-owners.ts.
 */
import { tableGrants } from "./table-grants.ts";
import { tableOwners } from "./table-owners.ts";
import { checkImports } from "./walls/check-imports.ts";
import { checkTables } from "./walls/check-tables.ts";
import { readSources } from "./walls/read-sources.ts";

const sources = await readSources(["packages", "apps", "bench", "tooling"]);
const { imports, problems: wrongImports } = checkImports(sources);
const { uses, problems: wrongTables } = checkTables(sources, {
  owners: tableOwners,
  grants: tableGrants,
});
const problems = [...wrongImports, ...wrongTables];
for (const problem of problems) console.error(problem);
console.log(
  `${sources.size} files, ${imports} imports, ${uses} uses of tables, ${problems.length} against the plan`,
);
if (problems.length > 0) process.exitCode = 1;
