import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PeerClock } from "./clock.ts";
import { AnswerError, type Answer, type PeerRequest, type RecordedRequest } from "./exchange.ts";
import { answerOf, FaultBook, type Fault, type SetFault } from "./faults.ts";
import { readForm } from "./form-body.ts";
import { RouteTable, type Routes } from "./routes.ts";

/** What every stand-in can do, whatever provider it stands for. */
export interface Peer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  readonly clock: PeerClock;
  /** Every request that came, oldest first. */
  readonly requests: RecordedRequest[];
  /** Lets something go wrong on demand. */
  fault(fault: Fault): SetFault;
  close(): Promise<void>;
}

export interface PeerServerOptions {
  /** 0 takes a free one. */
  port: number;
  clock: PeerClock;
  routes: Routes;
  /** Answers what no route takes, in the provider's words. */
  notFound(request: PeerRequest): Answer;
  /** Wraps every route: keys, limits, headers. */
  around?(request: PeerRequest, serve: () => Promise<Answer>): Promise<Answer>;
}

/** Starts a stand-in's server on this machine alone (127.0.0.1). */
export async function startPeerServer(options: PeerServerOptions): Promise<Peer> {
  const { clock } = options;
  const faults = new FaultBook();
  const requests: RecordedRequest[] = [];
  const table = new RouteTable(options.routes);

  async function answer(request: PeerRequest): Promise<Answer> {
    const found = table.find(request.method, request.path);
    if (!found) return options.notFound(request);
    request.params = found.params;
    const serve = async () => found.handler(request);
    return options.around ? options.around(request, serve) : serve();
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const search = incoming.url?.includes("?") ? incoming.url.slice(incoming.url.indexOf("?")) : "";
    const recorded: RecordedRequest = {
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: request.headers,
      body: request.rawBody,
      at: clock.now(),
      status: 0,
    };
    requests.push(recorded);
    const fault = faults.meet(request.method, request.path, search);
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault?.dropSocket === true) return void incoming.socket.destroy();
    const given = (fault && answerOf(fault)) ?? (await answered(() => answer(request)));
    if (fault?.dropSocket === "after") return void incoming.socket.destroy();
    recorded.status = given.status;
    send(outgoing, given);
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  // Never closed for being idle: on a busy machine a call would meet the closing, and fail for no reason of its own.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock,
    requests,
    fault: (fault) => faults.set(fault),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A defect of the stand-in itself is an answer that says so, so that a test's failure shows where it came from. */
async function answered(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof AnswerError) return error.answer;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 500, body: { error: { type: "sandbox_defect", message: said } } };
  }
}

async function readRequest(incoming: IncomingMessage): Promise<PeerRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const rawBody = Buffer.concat(chunks).toString("utf8");
  const url = new URL(incoming.url ?? "/", "http://sandbox.invalid");
  const method = incoming.method ?? "GET";
  const type = incoming.headers["content-type"] ?? "";
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]),
    ),
    rawBody,
    params: {},
    form: readForm(method === "GET" || type.includes("json") ? url.searchParams : rawBody),
    json: type.includes("json") ? parsed(rawBody) : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const isText = typeof body === "string";
  const text = body === undefined ? "" : isText ? body : JSON.stringify(body);
  const named = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === "content-type");
  const type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  outgoing.writeHead(status, {
    ...(!named && body !== undefined && { "content-type": type }),
    ...headers,
    "content-length": Buffer.byteLength(text),
  });
  outgoing.end(text);
}
