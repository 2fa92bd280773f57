import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files of tests that take longest, longest first: models trained, databases and applications started and killed. What
 * starts last ends last, and on a fresh clone the runner knows nothing but their size.
 */
export const longest = [
  "apps/server/src/main.test.ts",
  "apps/server/src/modules/outcomes/churn-rule.test.ts",
  "apps/server/src/modules/analyses/schedule/model-versions.test.ts",
  "apps/server/src/platform/db/embedded/embedded-postgres.test.ts",
  "apps/server/src/tenancy.test.ts",
];

/** The files of `longest` first, then those that the runner remembers as long or knows to be large. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
