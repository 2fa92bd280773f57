import type { ParseTask, ProfileTask, ToParser } from "./parse-protocol.ts";

/** What the writer asks of the parser. A request that comes before its batch is ready is remembered. */
export class ParserInbox {
  onCells: (rows: number[]) => void = () => {};
  private requests = 0;
  private wake: () => void = () => {};

  constructor(source: Pick<NodeJS.Process, "on">, onTask: (task: ParseTask | ProfileTask) => void) {
    source.on("message", (received) => {
      const message = received as ToParser;
      if (message.type === "task") {
        // What was asked of the task before is answered or forgotten.
        this.requests = 0;
        this.onCells = () => {};
        onTask(message.task);
      } else if (message.type === "cells") this.onCells(message.rows);
      else {
        this.requests++;
        this.wake();
      }
    });
  }

  /** Resolves once the writer wants another batch. */
  async nextRequested(): Promise<void> {
    while (this.requests === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    this.requests--;
  }
}
