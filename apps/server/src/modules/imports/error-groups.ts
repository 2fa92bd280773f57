import type { ImportErrorGroup } from "@forestay/contracts";
import type { BadRow } from "./parse-protocol.ts";
import { problemMessages } from "./row-problem.ts";

/** Rows named in a group: enough to go and look. */
const ROWS_PER_GROUP = 5;
/** One group per kind and column; a file of 500 bad columns is told by its worst ones. */
const MAX_GROUPS = 200;

/** Row errors so far, grouped by what is wrong and in which column; kept on the job from batch to batch. */
export class ErrorGroups {
  private readonly groups = new Map<string, ImportErrorGroup>();

  constructor(known: readonly ImportErrorGroup[] = []) {
    for (const group of known)
      this.groups.set(keyOf(group.code, group.column, group.keepsRow), { ...group, rows: [...group.rows] });
  }

  /** `keepsRow`: the rows are imported, without the values that are told. */
  add(bad: readonly Omit<BadRow, "cells">[], { keepsRow = false } = {}): void {
    for (const { row, problems } of bad) {
      for (const problem of problems) {
        const key = keyOf(problem.code, problem.column, keepsRow);
        const group = this.groups.get(key);
        if (group) {
          group.count++;
          if (group.rows.length < ROWS_PER_GROUP) group.rows.push(row);
        } else if (this.groups.size < MAX_GROUPS) {
          this.groups.set(key, {
            code: problem.code,
            column: problem.column,
            message: messageOf(problem.code, problem.expected),
            count: 1,
            rows: [row],
            example: problem.found === "" ? null : problem.found.slice(0, 100),
            ...(keepsRow ? { keepsRow } : {}),
          });
        }
      }
    }
  }

  /** Most frequent first. */
  list(): ImportErrorGroup[] {
    return [...this.groups.values()].sort((a, b) => b.count - a.count);
  }
}

function messageOf(code: keyof typeof problemMessages, expected: string): string {
  return code === "unreadable_row"
    ? `${problemMessages[code]} Expected: ${expected}.`
    : problemMessages[code];
}

function keyOf(code: string, column: string | null, keepsRow = false): string {
  return JSON.stringify([code, column, keepsRow]);
}
