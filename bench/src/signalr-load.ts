import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Many WebSocket clients in a process of their own, as cheap as they can be: they count bytes and nothing else. */
export type Load = {
  /** Opens that many clients one after another in small groups; resolves when all are connected. */
  connect(port: number, count: number, isHub: boolean): Promise<void>;
  /** Resolves when every client together has received so many bytes since the last call. */
  receive(byteCount: number): Promise<void>;
  /** Closes all clients. */
  disconnect(): Promise<void>;
  end(): void;
};

type Command =
  | { do: "connect"; port: number; count: number; isHub: boolean }
  | { do: "receive"; byteCount: number }
  | { do: "disconnect" };

/** Starts the load generator. */
export function startLoad(): Load {
  const child: ChildProcess = fork(import.meta.filename, ["load"]);
  const ask = async (command: Command) => {
    child.send(command);
    await once(child, "message");
  };
  return {
    connect: (port, count, isHub) => ask({ do: "connect", port, count, isHub }),
    receive: (byteCount) => ask({ do: "receive", byteCount }),
    disconnect: () => ask({ do: "disconnect" }),
    end: () => void child.kill(),
  };
}

const CONNECTING_AT_ONCE = 50;
const handshake = Buffer.from('{"protocol":"json","version":1}\u001e');
/** Length of the hub's answer to it: a frame header and `{}` with its separator. */
const HANDSHAKE_ANSWER_BYTES = 2 + 3;

if (process.argv[2] === "load") {
  let sockets: Socket[] = [];
  let received = 0;
  let wanted = Number.POSITIVE_INFINITY;
  const done = () => process.send?.("done");
  const settle = () => {
    if (received < wanted) return;
    received -= wanted;
    wanted = Number.POSITIVE_INFINITY;
    done();
  };
  const obey = async (command: Command): Promise<void> => {
    if (command.do === "receive") {
      wanted = command.byteCount;
      settle();
      return;
    }
    if (command.do === "connect") {
      sockets = await connectAll(command.port, command.count, command.isHub);
      received = 0;
      for (const socket of sockets) {
        socket.on("data", (chunk) => {
          received += chunk.length;
          settle();
        });
      }
    } else {
      const closed = sockets.map((socket) => once(socket, "close"));
      for (const socket of sockets) socket.destroy();
      sockets = [];
      await Promise.all(closed);
    }
    done();
  };
  process.on("message", (command: Command) => void obey(command));
}

async function connectAll(port: number, count: number, isHub: boolean): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const size = Math.min(CONNECTING_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: size }, () => connectOne(port, isHub)))));
  }
  return sockets;
}

async function connectOne(port: number, isHub: boolean): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  socket.write(
    "GET /hub HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await readPast(socket, (bytes) => bytes.includes("\r\n\r\n"));
  if (isHub) {
    // Masked with zeros, so the payload stays readable.
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | handshake.length, 0, 0, 0, 0]), handshake]));
    await readPast(socket, (bytes) => bytes.length >= HANDSHAKE_ANSWER_BYTES);
  }
  return socket;
}

async function readPast(socket: Socket, isEnough: (bytes: Buffer) => boolean): Promise<void> {
  let bytes = Buffer.alloc(0);
  while (!isEnough(bytes)) {
    const [chunk] = (await once(socket, "data")) as [Buffer];
    bytes = Buffer.concat([bytes, chunk]);
  }
}
