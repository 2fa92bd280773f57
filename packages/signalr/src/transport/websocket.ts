import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer, type RawData } from "ws";
import type { WireMessage } from "../protocol/hub-protocol.ts";
import type { LogicalConnection } from "./logical-connection.ts";
import type { Port } from "./port.ts";

const TEXT = { binary: false };
const BINARY = { binary: true };
/** An empty close frame, in the numbering of RFC 6455. */
const NO_STATUS = 1005;
const NORMAL_CLOSURE = 1000;

/** A socket that knows its connection and answers an empty close frame with 1000 (`ws` would echo "no status"). */
class HubWebSocket extends WebSocket {
  connection: LogicalConnection | null = null;

  override close(code?: number, data?: string | Buffer): void {
    super.close(code ?? NORMAL_CLOSURE, data);
  }
}

class WebSocketPort implements Port {
  readonly #webSocket: HubWebSocket;
  readonly #socket: Duplex;

  constructor(webSocket: HubWebSocket, socket: Duplex) {
    this.#webSocket = webSocket;
    this.#socket = socket;
  }

  write(message: WireMessage): void {
    this.#webSocket.send(message.bytes, message.isBinary ? BINARY : TEXT);
  }

  get bufferedBytes(): number {
    return this.#webSocket.bufferedAmount;
  }

  get flushedBytes(): number {
    const written = (this.#socket as Partial<Socket>).bytesWritten ?? 0;
    return written - this.#socket.writableLength;
  }

  get isCongested(): boolean {
    return this.#socket.writableNeedDrain;
  }

  onceDrained(callback: () => void): void {
    if (!this.#socket.writableNeedDrain || this.#socket.destroyed) {
      callback();
      return;
    }
    const done = () => {
      this.#socket.off("drain", done).off("close", done);
      callback();
    };
    this.#socket.on("drain", done).on("close", done);
  }

  end(): void {
    this.#webSocket.close(NORMAL_CLOSURE);
  }

  terminate(): void {
    this.#webSocket.terminate();
  }

  setPaused(paused: boolean): void {
    if (paused) this.#webSocket.pause();
    else this.#webSocket.resume();
  }

  tick(): void {}
}

// Shared by all sockets: three closures per connection would be most of our memory beside what `ws` itself takes.
function onMessage(this: WebSocket, data: RawData): void {
  // A Buffer, as `binaryType` is left at its default.
  if (this instanceof HubWebSocket) this.connection?.received(data as Buffer);
}

function onClose(this: WebSocket, code: number): void {
  if (!(this instanceof HubWebSocket)) return;
  const connection = this.connection;
  this.connection = null;
  const isClean = code === NORMAL_CLOSURE || code === NO_STATUS;
  connection?.portEnded(isClean ? undefined : new Error(`WebSocket closed with status code ${code}`));
}

function onError(): void {
  // `close` follows with the code; without a listener the process would end.
}

/** Accepts WebSocket upgrades for connections that the endpoint has already let in. */
export class WebSocketAcceptor {
  readonly #server: WebSocketServer;

  constructor(maxFrameBytes: number) {
    this.#server = new WebSocketServer({
      noServer: true,
      WebSocket: HubWebSocket,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      clientTracking: false,
      // Frames are a byte stream to us: a character may be cut by a frame border. The reader checks whole records.
      skipUTF8Validation: true,
    });
  }

  /** Completes the upgrade; `connect` is called only if it succeeded. Synchronous, so no other request can come between. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, connect: () => LogicalConnection): void {
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      // Of the class given to the server above; the server's own type does not say so.
      const webSocket = accepted as HubWebSocket;
      webSocket.on("error", onError);
      const connection = connect();
      webSocket.connection = connection;
      webSocket.on("message", onMessage);
      webSocket.on("close", onClose);
      connection.attach("webSockets", new WebSocketPort(webSocket, socket));
    });
  }
}

/** Refuses an upgrade with a plain HTTP answer. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const challenge = status === 401 ? "WWW-Authenticate: Bearer\r\n" : "";
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${challenge}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
