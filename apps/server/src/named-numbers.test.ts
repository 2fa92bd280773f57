import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Digits that have a name in the contracts: where the name stands, a reader sees what is meant and a change reaches it. */
const named: Record<string, RegExp> = {
  "a day is DAY_MS, in SQL DAY_SECONDS": /\b86_?400(_?000)?\b/,
  "a status is InvoiceStatus.Open, SubscriptionStatus.Cancelled, …":
    /\bstatus (=|<>|!=) \d|\bstatus (not )?in \(\d/,
};

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter(
    (file) => file.endsWith(".ts") && !/\.test\.ts$|^testing\/|\/fixtures\/|schema\.gen\.ts$/.test(file),
  )
  .map((file) => ({ file, text: readFileSync(path.join(import.meta.dirname, file), "utf8") }));

describe("digits that have a name", () => {
  it.each(Object.entries(named))("%s", (_name, digits) => {
    const strays = sources.flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (digits.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
    expect(strays).toEqual([]);
  });
});
