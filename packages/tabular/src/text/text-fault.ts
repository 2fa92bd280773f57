import type { RowErrorCode } from "../table-batch.ts";

/** What makes a text impossible to store (PostgreSQL takes neither NUL nor half a surrogate pair); undefined when sound. */
export function textFault(text: string): { code: RowErrorCode; expected: string; found: string } | undefined {
  if (text.includes("\0")) {
    return { code: "nul_byte", expected: "text without NUL characters", found: "a NUL character" };
  }
  if (!text.isWellFormed()) {
    return { code: "invalid_encoding", expected: "whole characters", found: "half of a surrogate pair" };
  }
  return undefined;
}
