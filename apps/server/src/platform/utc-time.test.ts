import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const texts = [
  "2026-03-01",
  "2026-03-01T09:30:00",
  "2026-03-01 09:30",
  "2026-03-01T09:30:00Z",
  "2026-03-01T09:30:00.500+02",
  "2026-03-01T09:30:00-0500",
  "no time",
];

it("reads times the same in every zone of the machine", () => {
  const readIn = (zone: string): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          "--input-type=module",
          "--eval",
          `import { utcMs } from ${JSON.stringify(import.meta.resolve("./utc-time.ts"))};
           console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => Number.isNaN(utcMs(text)) ? null : new Date(utcMs(text)).toISOString())));`,
        ],
        { env: { ...process.env, TZ: zone }, encoding: "utf8" },
      ),
    );
  const expected = [
    "2026-03-01T00:00:00.000Z",
    "2026-03-01T09:30:00.000Z",
    "2026-03-01T09:30:00.000Z",
    "2026-03-01T09:30:00.000Z",
    "2026-03-01T07:30:00.500Z",
    "2026-03-01T14:30:00.000Z",
    null,
  ];
  expect([readIn("America/New_York"), readIn("Asia/Tokyo")]).toEqual([expected, expected]);
});
