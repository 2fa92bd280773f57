import type { Refusal, RefusalCode } from "./table-format.ts";

/** Thrown while reading when the whole file turns out unreadable (damaged archive, no header, over a limit); bad rows never throw. */
export class TabularError extends Error {
  override readonly name = "TabularError";
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }

  toRefusal(): Refusal {
    return { code: this.code, message: this.message };
  }
}
