import type { MessagePort } from "node:worker_threads";
import type { ToParser } from "./parse-protocol.ts";

/** What the writer asks of the parser. A request that comes before its batch is ready is remembered. */
export class ParserInbox {
  onCells: (rows: number[]) => void = () => {};
  private requests = 0;
  private wake: () => void = () => {};

  constructor(port: MessagePort) {
    port.on("message", (message: ToParser) => {
      if (message.type === "cells") this.onCells(message.rows);
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
