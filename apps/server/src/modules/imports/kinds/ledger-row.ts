import { createHash } from "node:crypto";
import type { ColumnMapping, ImportMapping, ImportTarget, LedgerOptions } from "@forestay/contracts";
import { cellText, isBlank, type CellValue } from "@forestay/tabular";
import type { CustomerRef } from "#modules/ledger/encoding/index.ts";
import { readEmail, readText, type CellResult } from "../cell-reader.ts";
import type { ProblemCode, RowProblem } from "../row-problem.ts";
import { fileTimes, type FileTimes } from "../file-times.ts";
import { readAmount, readKnownCurrency, readMoment } from "./ledger-cells.ts";

/** Longest id that a ledger keeps, in characters. */
const MAX_ID = 500;

/** Where a mapping's columns stand in the file, and what the rows are read against. */
export interface LedgerColumns {
  byTarget: ReadonlyMap<ImportTarget, { place: number; mapping: ColumnMapping }>;
  options: LedgerOptions;
  /** The company's currency, or the one chosen for amounts that name none. */
  currency: string;
  /** When the file was uploaded: what has happened has happened by then. ISO 8601. */
  referenceTime: string;
  times: FileTimes;
}

export interface LedgerConversion {
  mapping: ImportMapping;
  currency: string;
  /** The company's, by whose clocks dates are. */
  timeZone: string;
  referenceTime: string;
}

export function ledgerColumns(names: readonly string[], conversion: LedgerConversion): LedgerColumns {
  const { columns, options = {} } = conversion.mapping;
  return {
    byTarget: new Map(
      columns.flatMap((mapping) => {
        const place = names.indexOf(mapping.column);
        return place === -1 || mapping.target === "skip"
          ? []
          : [[mapping.target, { place, mapping }] as const];
      }),
    ),
    options,
    currency: options.currency ?? conversion.currency,
    referenceTime: conversion.referenceTime,
    times: fileTimes(conversion.timeZone),
  };
}

/** One row while it is read by what its columns mean: each value once, with all that is wrong with it noted. */
export class LedgerRow {
  readonly problems: RowProblem[] = [];
  /** Of all amounts of the row: what its currency column says, else the mark of the first amount, else the file's. */
  currency: string;
  readonly columns: LedgerColumns;
  private readonly values: readonly CellValue[];
  private isCurrencyStated = false;
  private readonly writtenTimes = new Map<ImportTarget, string>();

  constructor(columns: LedgerColumns, values: readonly CellValue[]) {
    this.columns = columns;
    this.values = values;
    this.currency = columns.currency;
    const stated = this.read("currency", readKnownCurrency);
    if (stated === null) return;
    this.currency = stated;
    this.isCurrencyStated = true;
  }

  has(target: ImportTarget): boolean {
    return this.columns.byTarget.has(target);
  }

  isBlank(target: ImportTarget): boolean {
    const column = this.columns.byTarget.get(target);
    return column === undefined || isBlank(this.values[column.place] ?? null);
  }

  read<T>(
    target: ImportTarget,
    reader: (cell: CellValue, mapping: ColumnMapping) => CellResult<T>,
  ): T | null {
    const column = this.columns.byTarget.get(target);
    if (column === undefined) return null;
    const result = reader(this.values[column.place] ?? null, column.mapping);
    if (result.ok) return result.value;
    this.fail(target, result.code, result.expected);
    return null;
  }

  /** As `read`, and a blank cell is a problem. */
  require<T>(
    target: ImportTarget,
    expected: string,
    reader: (cell: CellValue, mapping: ColumnMapping) => CellResult<T>,
  ): T | null {
    const before = this.problems.length;
    const value = this.read(target, reader);
    if (value === null && this.problems.length === before) this.fail(target, "missing_value", expected);
    return value;
  }

  text(target: ImportTarget, maxLength = MAX_ID): string | null {
    return this.read(target, (cell) => readText(cell, maxLength));
  }

  /** A moment, which may be one to come only where `mayCome`: its instant, ISO 8601. */
  moment(target: ImportTarget, { mayCome = false, isNeeded = false } = {}): string | null {
    const reader = (cell: CellValue, mapping: ColumnMapping) =>
      readMoment(cell, mapping, { ...this.columns, mayCome });
    const moment = isNeeded ? this.require(target, "a date", reader) : this.read(target, reader);
    if (moment === null) return null;
    this.writtenTimes.set(target, moment.written);
    return moment.instant;
  }

  /** A moment that was read, as the file says it: what ids are made of, so that they hold in any time zone. */
  written(target: ImportTarget): string | null {
    return this.writtenTimes.get(target) ?? null;
  }

  /** The day of a moment that was read, as the file says it; of none that was read nothing. */
  dayOf(target: ImportTarget): string {
    return this.written(target)?.slice(0, 10) ?? "";
  }

  /** An amount in minor units of the row's currency, which the first amount's mark may settle. */
  amount(target: ImportTarget, { isNeeded = false } = {}): number | null {
    const reader = (cell: CellValue, mapping: ColumnMapping) =>
      readAmount(cell, mapping, { currency: this.currency, isStated: this.isCurrencyStated });
    const amount = isNeeded ? this.require(target, "an amount", reader) : this.read(target, reader);
    if (amount?.marked) this.currency = amount.marked;
    // One without a mark is read in the file's currency: what comes after it cannot be in another.
    if (amount !== null) this.isCurrencyStated = true;
    return amount?.minor ?? null;
  }

  /** Whose row it is. A row without is a bad one. */
  customer(): CustomerRef {
    const before = this.problems.length;
    const externalId = this.text("externalId");
    const email = this.read("email", readEmail);
    if (externalId === null && email === null && this.problems.length === before) {
      this.problems.push({
        column: null,
        code: "missing_key",
        expected: "the customer's id or e-mail",
        found: "",
      });
    }
    return { externalId, email };
  }

  /**
   * The row's own id; where the file has none, one made of what tells it apart, so that the same file brings the same rows.
   */
  idOf(target: ImportTarget, partsWithout: () => readonly (string | number | null)[]): string {
    const given = this.text(target);
    if (given !== null) return given;
    const parts = JSON.stringify(partsWithout());
    return `row:${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}`;
  }

  fail(target: ImportTarget, code: ProblemCode, expected: string): void {
    const column = this.columns.byTarget.get(target);
    this.problems.push({
      column: column?.mapping.column ?? null,
      code,
      expected,
      found: column === undefined ? "" : cellText(this.values[column.place] ?? null).slice(0, 500),
    });
  }
}

/** A customer as a file names it. */
export const whoOf = ({ externalId, email }: CustomerRef): string => externalId ?? email ?? "";
