import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { WebSocket, type ClientOptions } from "ws";

const SEPARATOR = "\u001e";
export const handshakeRecord = `{"protocol":"json","version":1}${SEPARATOR}`;

/** One message as a record. */
export function toRecord(message: unknown): string {
  return JSON.stringify(message) + SEPARATOR;
}

export type RawAnswer = { status: number; headers: IncomingMessage["headers"]; body: string };

/** A plain HTTP request; `fetch` would add headers of its own and hide others. */
export async function send(
  method: string,
  url: string,
  options: { token?: string | null; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<RawAnswer> {
  const { token = "alice", headers = {}, body } = options;
  const outgoing = request(url, {
    method,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  response.setEncoding("utf8");
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

export type Negotiated = { connectionId: string; connectionToken: string };

export async function negotiate(hubUrl: string, token = "alice"): Promise<Negotiated> {
  const { status, body } = await send("POST", `${hubUrl}/negotiate?negotiateVersion=1`, { token });
  if (status !== 200) throw new Error(`negotiate answered ${status}`);
  return JSON.parse(body) as Negotiated;
}

/** Cuts a byte stream of text into records and hands them out one by one. */
export class RecordInbox {
  readonly records: unknown[] = [];
  /** The pieces as they came: frames, events or poll bodies. */
  readonly payloads: string[] = [];
  #taken = 0;
  #wake: () => void = () => undefined;

  add(payload: string): void {
    this.payloads.push(payload);
    for (const record of payload.split(SEPARATOR).filter((text) => text !== ""))
      this.records.push(JSON.parse(record));
    this.#wake();
  }

  /** The next message not taken yet; pings are passed over. */
  async next(): Promise<unknown> {
    for (;;) {
      while (this.#taken < this.records.length) {
        const record = this.records[this.#taken++];
        if ((record as { type?: number }).type !== 6) return record;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async take(count: number): Promise<unknown[]> {
    const taken: unknown[] = [];
    while (taken.length < count) taken.push(await this.next());
    return taken;
  }
}

/** A WebSocket client that says exactly what it is told to. */
export class RawWebSocket {
  readonly inbox = new RecordInbox();
  readonly socket: WebSocket;
  /** Close code of the connection, once it is closed. */
  readonly closed: Promise<number>;
  readonly binaryFrames: boolean[] = [];

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url.replace(/^http/, "ws"), options);
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
    this.socket.on("error", () => undefined);
    this.socket.on("message", (data: Buffer, isBinary: boolean) => {
      this.binaryFrames.push(isBinary);
      this.inbox.add(data.toString("utf8"));
    });
  }

  /** Connects without negotiating and shakes hands. */
  static async open(hubUrl: string, token = "alice"): Promise<RawWebSocket> {
    const client = new RawWebSocket(`${hubUrl}?access_token=${token}`);
    await once(client.socket, "open");
    client.socket.send(handshakeRecord);
    await client.inbox.next();
    return client;
  }

  send(...messages: unknown[]): void {
    this.socket.send(messages.map(toRecord).join(""));
  }

  async invoke(target: string, ...args: unknown[]): Promise<unknown> {
    const invocationId = `i${Math.random()}`;
    this.send({ type: 1, invocationId, target, arguments: args });
    for (;;) {
      const message = (await this.inbox.next()) as { type: number; invocationId?: string };
      if (message.type === 3 && message.invocationId === invocationId) return message;
    }
  }

  /** Status with which an upgrade was refused. */
  async refusal(): Promise<number> {
    const [, response] = (await once(this.socket, "unexpected-response")) as [unknown, IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  }
}

/** A server-sent event stream, read raw. */
export class RawEvents {
  readonly inbox = new RecordInbox();
  readonly response: IncomingMessage;
  raw = "";
  readonly ended: Promise<void>;

  constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding("utf8");
    let unread = "";
    response.on("data", (chunk: string) => {
      this.raw += chunk;
      unread += chunk;
      for (let end = unread.indexOf("\r\n\r\n"); end !== -1; end = unread.indexOf("\r\n\r\n")) {
        const lines = unread.slice(0, end).split("\r\n");
        unread = unread.slice(end + 4);
        const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
        this.inbox.add(data.join("\n"));
      }
    });
    response.on("error", () => undefined);
    this.ended = new Promise((resolve) => response.once("close", resolve));
  }

  static async open(url: string, token = "alice"): Promise<RawEvents> {
    const outgoing = request(`${url}&access_token=${token}`, { headers: { accept: "text/event-stream" } });
    outgoing.end();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`events answered ${response.statusCode}`);
    return new RawEvents(response);
  }
}

/** A long-polling client that polls when told to. */
export class RawPolling {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Negotiates, starts the connection and shakes hands. */
  static async open(hubUrl: string): Promise<RawPolling> {
    const { connectionToken } = await negotiate(hubUrl);
    const client = new RawPolling(`${hubUrl}?id=${connectionToken}`);
    await client.poll();
    await client.post(handshakeRecord);
    await client.poll();
    return client;
  }

  poll(): Promise<RawAnswer> {
    return send("GET", this.url);
  }

  post(body: string | Buffer): Promise<RawAnswer> {
    return send("POST", this.url, { body });
  }

  delete(): Promise<RawAnswer> {
    return send("DELETE", this.url);
  }
}

/** Connects a server-sent event stream and shakes hands. */
export async function openEvents(hubUrl: string): Promise<{ events: RawEvents; url: string }> {
  const { connectionToken } = await negotiate(hubUrl);
  const url = `${hubUrl}?id=${connectionToken}`;
  const events = await RawEvents.open(url);
  await send("POST", url, { body: handshakeRecord });
  await events.inbox.next();
  return { events, url };
}

/** Resolves when the server has taken in a request that it does not answer yet. Throws when it has answered. */
export async function untilTakenIn(hubUrl: string, held: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => (isSettled = true);
  held.then(settle, settle);
  // Requests over other sockets, each answered a turn of the server's loop later.
  for (let round = 0; round < 3; round += 1) await send("POST", `${hubUrl}/negotiate`);
  if (isSettled) throw new Error("the request was answered at once");
}
