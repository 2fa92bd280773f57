import type { ServerResponse } from "node:http";
import type { WireMessage } from "../protocol/hub-protocol.ts";
import type { LogicalConnection } from "./logical-connection.ts";
import type { Port } from "./port.ts";

/** Server to client over one endless response; client to server goes by POST. */
export class ServerSentEventsPort implements Port {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Starts the stream. The comment makes proxies and clients see the headers at once. */
  static start(response: ServerResponse, connection: LogicalConnection): ServerSentEventsPort {
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-store",
      Pragma: "no-cache",
      "Content-Encoding": "identity",
      "X-Accel-Buffering": "no",
    });
    response.write(":\r\n");
    response.on("close", () => connection.portEnded());
    response.on("error", () => response.destroy());
    return new ServerSentEventsPort(response);
  }

  write(message: WireMessage): void {
    this.#response.write(message.serverSentEvent);
  }

  get bufferedBytes(): number {
    return this.#response.writableLength;
  }

  get flushedBytes(): number {
    const socket = this.#response.socket;
    return socket ? socket.bytesWritten - socket.writableLength : 0;
  }

  get isCongested(): boolean {
    return this.#response.writableNeedDrain;
  }

  onceDrained(callback: () => void): void {
    const response = this.#response;
    if (!response.writableNeedDrain || response.destroyed) {
      callback();
      return;
    }
    const done = () => {
      response.off("drain", done).off("close", done);
      callback();
    };
    response.on("drain", done).on("close", done);
  }

  end(): void {
    this.#response.end();
  }

  terminate(): void {
    this.#response.destroy();
  }

  setPaused(): void {
    // Input comes by POST, which waits for the connection itself.
  }

  tick(): void {}
}
