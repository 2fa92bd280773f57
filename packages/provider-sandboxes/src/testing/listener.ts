import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook endpoint that keeps what it is sent. */
export interface Listener {
  url: string;
  got: { method: string; path: string; body: string; headers: IncomingHttpHeaders }[];
  /** Answered from now on. */
  status: number;
  close(): Promise<void>;
}

export async function startListener(): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      listener.got.push({
        method: incoming.method ?? "",
        path: incoming.url ?? "",
        body,
        headers: incoming.headers,
      });
      outgoing.writeHead(listener.status).end();
    });
  });
  // Never closed for being idle: on a busy machine a call would meet the closing, and fail for no reason of its own.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got: [],
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return listener;
}
