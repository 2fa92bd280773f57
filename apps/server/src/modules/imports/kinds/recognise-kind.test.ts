import { ledgerMappingProblems } from "@forestay/contracts/wire";
import { profileRows, toColumnProfile } from "@forestay/import-mapping";
import { describe, expect, it } from "vitest";
import { headerFixtures } from "../fixtures/header-files.ts";
import { customerFixtures, kindFixtures } from "../fixtures/kind-files.ts";
import { endFixtures, realHeaderFixtures } from "../fixtures/real-headers.ts";
import { recogniseKind } from "./recognise-kind.ts";
import { suggestLedgerMapping } from "./suggest-ledger-mapping.ts";
import type { LedgerImportKind } from "./ledger-synonyms.ts";

/** Reads quotes as far as these fixtures use them. */
function profiled(csv: string, delimiter = ",") {
  const [header = "", ...lines] = csv.trim().split(/\r?\n/);
  const cellsOf = (line: string) =>
    line
      .split(/("[^"]*")/)
      .map((part) => (part.startsWith('"') ? part.slice(1, -1) : part.replaceAll(delimiter, "\n")))
      .join("")
      .split("\n");
  return profileRows(header.split(delimiter), lines.map(cellsOf));
}

describe("what a row of a file is", () => {
  it.each(kindFixtures.map((fixture) => [fixture.name, fixture] as const))(
    "is recognised, and so are its columns: %s",
    (_name, { kind, csv, expected, options = {} }) => {
      const columns = profiled(csv);
      expect(recogniseKind(columns).kind).toBe(kind);
      const { mapping } = suggestLedgerMapping(kind as LedgerImportKind, columns);
      const targets = Object.fromEntries(mapping.columns.map(({ column, target }) => [column, target]));
      expect(targets).toMatchObject(expected);
      expect(mapping.options).toMatchObject(options);
      // What is left to say is asked; nothing is missing that the file holds.
      const problems = ledgerMappingProblems(
        kind,
        mapping,
        columns.map((column) => toColumnProfile(column, undefined)),
      );
      expect([...problems.keys()].filter((column) => column === "")).toEqual([]);
    },
  );

  it.each([
    ...customerFixtures.map(([name, csv]) => [name, csv, ","] as const),
    ...headerFixtures.map(({ name, csv, delimiter }) => [name, csv, delimiter] as const),
    ...realHeaderFixtures
      .filter(({ name }) => !/ticket|deal|order|invoice/i.test(name))
      .map(({ name, csv, delimiter }) => [name, csv, delimiter] as const),
    ...endFixtures.map(({ name, csv }) => [name, csv, ","] as const),
  ])("is a customer where nothing else is said: %s", (_name, csv, delimiter) => {
    expect(recogniseKind(profiled(csv, delimiter)).kind).toBe("customers");
  });
});
