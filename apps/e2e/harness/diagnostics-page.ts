import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Waits on the page of the connection's diagnostics until every check works, and answers what stands there of each. A check
 * that takes four seconds has failed: where the machine was that busy they are run again, as a person would.
 */
export async function untilEveryCheckWorks(page: Page): Promise<string[]> {
  const checks = page.getByRole("list", { name: "Live checks" }).getByRole("listitem");
  let lines: string[] = [];
  const failing = async () => {
    lines = await checks.allInnerTexts();
    const bad = lines.filter((line) => !line.includes("Works"));
    if (bad.length > 0 && !bad.some((line) => line.includes("Checking")))
      await page.getByRole("button", { name: "Run again" }).click();
    return lines.length === 0 ? ["no checks yet"] : bad;
  };
  await expect.poll(failing).toEqual([]);
  return lines;
}
