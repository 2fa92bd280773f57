// @vitest-environment node
import { trainChurnModel } from "@forestay/churn-model";
import { typedTable } from "@forestay/churn-model/typed-table";
import { RiskLevel } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import { sampleLeavers } from "../../../build/sample-leavers.ts";
import { analyseOwnFile } from "./analyse-own-file.ts";
import { mappingWithLabel } from "./mapping-with-label.ts";
import { readOwnFile } from "./read-own-file.ts";

const now = new Date("2026-11-22T12:00:00Z");
async function read(text: string | Blob, name = "customers.csv") {
  const answer = await readOwnFile(new File([text], name));
  if ("refused" in answer) throw new Error(answer.refused);
  return answer;
}
const refusalOf = async (text: string, name = "customers.csv") => {
  const answer = await readOwnFile(new File([text], name));
  return "refused" in answer ? answer.refused : null;
};

it("finds who left and learns what the server would, row for row, and counts those still here by level", async () => {
  const { table, columns } = await read(sampleLeavers(400));
  expect(columns).toMatchObject({ rows: 400, badLines: 0, format: "Commas, UTF-8" });
  expect(columns.label).toEqual({ column: "churned", left: ["yes"] });
  const answer = await analyseOwnFile(table, columns.mapping, columns.label!, { now });
  if ("refused" in answer) throw new Error(answer.refused);
  const labels = Uint8Array.from(table.cells.at(-1)!, (cell) => (cell === "yes" ? 1 : 0));
  const ids = table.cells[0]!.map(String);
  const own = await trainChurnModel(
    { table: typedTable(table, ["customer_id", "churned"], ids), labels },
    { seed: 1, evaluation: "full" },
  );
  if (own.kind === "refused") throw new Error(own.message);
  expect(Math.abs(answer.auc.estimate - own.report.metrics.rocAuc.estimate)).toBeLessThan(0.005);
  expect(answer.left).toBe(labels.reduce((sum, one) => sum + one, 0));
  const counted = Object.values(answer.levels).reduce((sum, one) => sum + one, 0);
  expect([counted, answer.here]).toEqual([answer.here, 400 - answer.left]);
  const [first, second] = answer.highest;
  expect(first!.chance).toBeGreaterThanOrEqual(second!.chance);
  expect(first!.level).toBeGreaterThanOrEqual(RiskLevel.High);
  expect(table.cells[0]![first!.row - 2]).toBe(first!.id);
  expect(first!.why.length).toBeGreaterThan(0);
  // Everybody who is still here, and nobody else.
  expect(answer.csv.trim().split("\r\n")).toHaveLength(1 + answer.here);
});

it("asks where a file does not say who left, and takes the answer along into the import", async () => {
  const coded = sampleLeavers(60)
    .replaceAll(",yes\n", ",7\n")
    .replaceAll(",no\n", ",3\n")
    .replace("churned", "state");
  const { columns } = await read(coded);
  expect(columns.label).toBeNull();
  const mapping = mappingWithLabel(columns.mapping, { column: "state", left: ["7"] }, ["3", "7"]);
  expect(mapping.columns.find(({ column }) => column === "state")).toMatchObject({
    target: "churned",
    valueMap: { 3: 0, 7: 1 },
  });
  const iso = await read(
    "id,plan,cancelled_at\nA-1,Team,2026-01-31\nA-2,Team,\nA-3,Scale,2026-05-30\nA-4,Team,\n",
  );
  expect(iso.columns.label).toEqual({ column: "cancelled_at", left: null, dateOrder: "YMD" });
  expect(mappingWithLabel(iso.columns.mapping, iso.columns.label!, [])).toEqual(iso.columns.mapping);
});

it("says in words what it cannot read, and what a file is too small for", async () => {
  expect(await refusalOf("")).toMatch(/empty/i);
  expect(await refusalOf("a,b\n")).toBe("This file has no rows of customers.");
  const many = `id,churned\n${"A,no\n".repeat(50_001)}`;
  expect(await refusalOf(many)).toMatch(/more than 50,000 rows/);
  const { table, columns } = await read("id,plan,churned\nA-1,Team,yes\nA-2,Team,no\nA-3,Scale,no\n");
  const answer = await analyseOwnFile(table, columns.mapping, columns.label!, { now });
  expect("refused" in answer ? answer.refused : "").toMatch(/left/);
  // Other encodings and separators are read as an import reads them.
  const latin = new Blob([
    Uint8Array.from(
      [..."id;name;churned\nA-1;J\u00fcrg;yes\nA-2;Ren\u00e9;no\n"].map((one) => one.charCodeAt(0)),
    ),
  ]);
  const other = await read(latin);
  expect([other.columns.format, other.table.cells[1]]).toEqual([
    "Semicolons, Windows-1252",
    ["J\u00fcrg", "Ren\u00e9"],
  ]);
});

/** The sample's leavers by the day on which they left, written as `write` says; whoever is still here has none. */
const dated = (write: (day: number, month: number) => string) => {
  let left = 0;
  return sampleLeavers(400)
    .replace("churned", "cancelled_at")
    .replaceAll(",no\n", ",\n")
    .replaceAll(",yes\n", () => `,${write(1 + (left++ % 28), 1 + (left % 12))}/2025\n`);
};

it("reads the days on which customers left in the order the file writes them", async () => {
  const { table, columns } = await read(dated((day, month) => `${month}/${day}`));
  expect(columns.label).toEqual({ column: "cancelled_at", left: null, dateOrder: "MDY" });
  const answer = await analyseOwnFile(table, columns.mapping, columns.label!, { now });
  if ("refused" in answer) throw new Error(answer.refused);
  const left = table.cells.at(-1)!.filter((cell) => cell !== null && cell !== "").length;
  expect([answer.learned, answer.left]).toEqual([400, left]);
});

it("asks for the order of days where the file leaves it open, and imports by the answer", async () => {
  const { table, columns } = await read(dated((day, month) => `${1 + (day % 12)}/${month}`));
  expect(columns.label).toBeNull();
  const label = { column: "cancelled_at", left: null, dateOrder: "MDY" } as const;
  // Until the end of April: what is later in the one order has passed in the other.
  const early = new Date("2025-04-30T12:00:00Z");
  const counts = await Promise.all(
    (["MDY", "DMY"] as const).map(async (dateOrder) => {
      const answer = await analyseOwnFile(table, columns.mapping, { ...label, dateOrder }, { now: early });
      if ("refused" in answer) throw new Error(answer.refused);
      return answer.left;
    }),
  );
  const partsOf = (place: number) =>
    table.cells.at(-1)!.filter((cell) => {
      const month = Number(String(cell ?? "").split("/")[place]);
      return month > 0 && month <= 4;
    }).length;
  expect(counts).toEqual([partsOf(0), partsOf(1)]);
  expect(mappingWithLabel(columns.mapping, label, []).columns.at(-1)).toMatchObject({
    target: "endedAt",
    dateOrder: "MDY",
  });
});
