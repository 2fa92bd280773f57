import { readHandshake, writeHandshakeResponse } from "../protocol/handshake.ts";
import {
  encodeMessage,
  WireMessage,
  type HubProtocol,
  type MessageReader,
} from "../protocol/hub-protocol.ts";
import { MessageType, ProtocolError, type CloseMessage, type HubMessage } from "../protocol/messages.ts";
import type { InvocationMessage, StreamInvocationMessage } from "../protocol/messages.ts";
import { RecordReader } from "../protocol/reader.ts";
import type { Link, LinkEnd, LinkHandler, Principal } from "../transport/link.ts";
import { ClientResults } from "./client-results.ts";
import { explainStreamEnd, startInvocation, type PendingInvocation } from "./dispatcher.ts";
import type { EncodedMessage } from "./encoded-message.ts";
import { ClientResultError, errorText } from "./errors.ts";
import { HubCall } from "./hub-call.ts";
import { InboundFlow } from "./inbound-flow.ts";
import { InvocationQueue } from "./invocation-queue.ts";
import type { HubRuntime } from "./hub-runtime.ts";
import type { DropReason } from "../metrics.ts";
import { OpenStreams } from "./open-streams.ts";
import { ServerStream } from "./server-stream.ts";

type Ending = {
  readonly error?: Error | undefined;
  readonly drop?: DropReason;
  /** Left out when the peer is gone or has said goodbye itself. */
  readonly close?: Omit<CloseMessage, "type">;
};

/** One client of the hub, from handshake to end. It sees messages and a link; never a transport. */
export class HubConnection implements LinkHandler {
  readonly runtime: HubRuntime<HubConnection>;
  readonly link: Link;
  readonly #startedMs: number;
  #state: "handshake" | "registering" | "open" | "ended" = "handshake";
  #handshake: RecordReader | null;
  #protocol: HubProtocol | null = null;
  #messages: MessageReader | null = null;
  #lastReceivedMs: number;
  #lastSentMs: number;
  #hasPinged = false;
  /** Settles when `onConnected` has; true if it succeeded. Null until it is called. */
  #connected: Promise<boolean> | null = null;
  #queue: InvocationQueue<PendingInvocation>;
  #streams: OpenStreams | null = null;
  #results: ClientResults | null = null;
  #flow: InboundFlow;
  #endWatchers: Set<AbortController> | null = null;
  #items: Map<string, unknown> | null = null;
  #callClients: unknown = null;
  /** Kept by the membership registry; null while in no group. */
  groups: Set<string> | null = null;

  constructor(runtime: HubRuntime<HubConnection>, link: Link) {
    this.runtime = runtime;
    this.link = link;
    this.#startedMs = this.#lastReceivedMs = this.#lastSentMs = runtime.clock.nowMs();
    this.#handshake = new RecordReader(runtime.limits.maxMessageBytes);
    this.#flow = new InboundFlow(runtime.limits, link);
    this.#queue = new InvocationQueue(
      runtime.limits.maxParallelInvocations,
      (entry) => startInvocation(this, entry),
      () => this.#invocationEnded(),
    );
  }

  get id(): string {
    return this.link.connectionId;
  }

  get principal(): Principal | null {
    return this.link.principal;
  }

  get items(): Map<string, unknown> {
    return (this.#items ??= new Map());
  }

  get callClients(): unknown {
    return (this.#callClients ??= this.runtime.createCallClients(this));
  }

  get ownGroups(): { add(group: string): Promise<void>; remove(group: string): Promise<void> } {
    return {
      add: (group) => this.runtime.addToGroup(this, group),
      remove: async (group) => this.runtime.removeFromGroup(this, group),
    };
  }

  get isEnded(): boolean {
    return this.#state === "ended";
  }

  receive(chunk: Uint8Array): void {
    if (this.#state === "ended") return;
    this.#lastReceivedMs = this.runtime.clock.nowMs();
    try {
      if (this.#handshake) this.#readHandshake(this.#handshake, chunk);
      else this.#messages?.push(chunk);
      this.#readMessages();
    } catch (error) {
      this.#breakOff(error);
    }
  }

  tick(nowMs: number): void {
    const { limits } = this.runtime;
    if (this.#state === "handshake" || this.#state === "registering") {
      if (nowMs - this.#startedMs >= limits.handshakeTimeoutMs)
        this.#refuseHandshake(errorText.handshakeCanceled);
      return;
    }
    if (this.#state !== "open") return;
    if (this.link.needsPings && nowMs - this.#lastSentMs >= limits.keepAliveMs) {
      this.sendMessage({ type: MessageType.ping });
    }
    if (this.#flow.isStuck(nowMs)) {
      this.#end({ drop: "stalled", close: { error: errorText.closed, allowReconnect: true } });
      return;
    }
    const isWaitingForUs = this.#queue.runningCount > 0 || this.#flow.isPaused;
    if (this.#hasPinged && !isWaitingForUs && nowMs - this.#lastReceivedMs >= limits.clientTimeoutMs) {
      const error = new Error("client timed out");
      this.#end({ error, drop: "clientTimeout", close: { error: errorText.closed, allowReconnect: true } });
    }
  }

  shut(end: LinkEnd): void {
    const close = {
      ...(end.error === undefined ? {} : { error: end.error }),
      allowReconnect: end.allowReconnect,
    };
    this.#end(end.reason === "shutdown" ? { close } : { close, drop: end.reason });
  }

  ended(error?: Error): void {
    this.#end({ error });
  }

  /** Encodes and sends one message. Throws what the encoder throws; does nothing unless open. */
  sendMessage(message: HubMessage): void {
    if (this.#state === "open" && this.#protocol) this.#send(encodeMessage(this.#protocol, message));
  }

  /** Sends a message shared with other receivers. */
  sendEncoded(message: EncodedMessage): void {
    if (this.#state === "open" && this.#protocol) this.#send(message.for(this.#protocol));
  }

  /** Calls a method of the client and waits for its answer. Rejects with ClientResultError. */
  async invokeClient(target: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#state !== "open") throw new ClientResultError("The connection is closed.");
    const { clock, limits } = this.runtime;
    const results = (this.#results ??= new ClientResults(clock, limits.clientResultTimeoutMs));
    const answer = results.start((invocationId) =>
      this.sendMessage({ type: MessageType.invocation, invocationId, target, arguments: args }),
    );
    this.#updateFlow();
    return answer.finally(() => this.#updateFlow());
  }

  watchEnd(abort: AbortController): void {
    if (this.#state === "ended") abort.abort();
    else (this.#endWatchers ??= new Set()).add(abort);
  }

  unwatchEnd(abort: AbortController): void {
    this.#endWatchers?.delete(abort);
  }

  releaseUploads(entry: PendingInvocation): void {
    this.#streams?.release(entry);
    this.#updateFlow();
  }

  logError(message: string, error: unknown): void {
    this.runtime.log({ level: "error", message, connectionId: this.id, error });
  }

  #send(message: WireMessage): void {
    this.#lastSentMs = this.runtime.clock.nowMs();
    this.runtime.metrics.messagesSent += 1;
    this.link.send(message);
  }

  #readHandshake(reader: RecordReader, chunk: Uint8Array): void {
    reader.push(chunk);
    const record = reader.next();
    if (record === null) return;
    const outcome = readHandshake(record, this.runtime.protocols, this.link.supportsBinary);
    if ("error" in outcome) {
      this.#refuseHandshake(outcome.error);
      return;
    }
    this.#handshake = null;
    this.#protocol = outcome.protocol;
    this.#messages = outcome.protocol.createReader(this.runtime.limits.maxMessageBytes);
    this.#messages.push(reader.takeRest());
    this.#state = "registering";
    // Reachable before the answer goes out: a client that has started misses nothing sent from then on.
    const registered = this.runtime.register(this);
    if (!registered) {
      this.#open();
      return;
    }
    this.link.setPaused(true);
    registered.then(
      () => this.#open(),
      (error: unknown) => {
        this.logError("connection could not be registered", error);
        this.#refuseHandshake(errorText.handshakeCanceled);
      },
    );
  }

  #open(): void {
    if (this.#state !== "registering") return;
    this.#state = "open";
    this.#send(new WireMessage(writeHandshakeResponse(), this.#protocol?.transferFormat === "Binary"));
    this.#connected = this.#runConnected();
    this.link.setPaused(false);
    this.#lastReceivedMs = this.runtime.clock.nowMs();
    this.receive(Buffer.alloc(0));
  }

  async #runConnected(): Promise<boolean> {
    const call = new HubCall(this);
    try {
      await this.runtime.onConnected(call);
    } catch (error) {
      this.logError("onConnected failed", error);
      this.#end({ drop: "refused", close: { error: errorText.closed } });
      return false;
    } finally {
      call.settle(false);
    }
    // Invocations received meanwhile were held.
    if (this.#state === "open") this.#queue.open();
    return true;
  }

  #readMessages(): void {
    const messages = this.#messages;
    if (!messages) return;
    while (this.#state === "open") {
      const message = messages.next();
      if (message === null) break;
      this.runtime.metrics.messagesReceived += 1;
      this.#handle(message);
    }
    this.#updateFlow();
  }

  #handle(message: HubMessage): void {
    switch (message.type) {
      case MessageType.invocation:
      case MessageType.streamInvocation:
        this.#enqueue(message);
        break;
      case MessageType.streamItem:
        this.#streams?.upload(message.invocationId)?.push(message.item);
        break;
      case MessageType.completion: {
        const upload = this.#streams?.upload(message.invocationId);
        if (upload) upload.complete(message.error);
        else this.#results?.complete(message);
        break;
      }
      case MessageType.cancelInvocation:
        this.#streams?.serverStream(message.invocationId)?.cancel();
        break;
      case MessageType.ping:
        this.#hasPinged = true;
        break;
      case MessageType.close:
        this.#end({
          error: message.error === undefined ? undefined : new Error("closed by the client with an error"),
        });
        break;
      default:
      // Ack and Sequence belong to stateful reconnect, which is never agreed here.
    }
  }

  #enqueue(message: InvocationMessage | StreamInvocationMessage): void {
    const method = this.runtime.methods.get(message.target.toLowerCase()) ?? null;
    const call = new HubCall(this);
    const isStream = message.type === MessageType.streamInvocation;
    const refused = { message, method, call, uploads: [], stream: null };
    if (!isStream && message.streamIds === undefined) {
      this.#queue.push({ ...refused, refusal: null });
      return;
    }
    const streams = (this.#streams ??= new OpenStreams(this.runtime.limits.maxStreams, () =>
      this.#updateFlow(),
    ));
    const refusal = streams.refusalFor(message);
    if (refusal !== null) {
      this.#queue.push({ ...refused, refusal });
      return;
    }
    const stream = isStream ? this.#createStream(message, call) : null;
    const uploads = streams.open(message, method?.uploads ?? [], stream);
    this.#queue.push({ message, method, call, uploads, stream, refusal: null });
  }

  #createStream({ invocationId }: StreamInvocationMessage, call: HubCall): ServerStream {
    return new ServerStream(
      {
        item: (value) =>
          this.sendMessage({ type: MessageType.streamItem, invocationId, item: value ?? null }),
        complete: (failure) => {
          const error = failure === undefined ? {} : { error: explainStreamEnd(this, failure) };
          this.sendMessage({ type: MessageType.completion, invocationId, ...error });
        },
      },
      () => call.settle(true),
    );
  }

  #invocationEnded(): void {
    this.#lastReceivedMs = this.runtime.clock.nowMs();
    this.#updateFlow();
  }

  #updateFlow(): void {
    if (this.#state !== "open") return;
    this.#flow.update(
      this.#queue.length,
      this.#streams?.longestUpload ?? 0,
      (this.#results?.count ?? 0) > 0 || (this.#streams?.isStarved ?? false),
      this.runtime.clock.nowMs(),
    );
  }

  #breakOff(error: unknown): void {
    if (error instanceof ProtocolError) {
      this.runtime.log({ level: "warn", message: `protocol error: ${error.message}`, connectionId: this.id });
    } else {
      // A fault of ours must end one connection, never the process.
      this.logError("reading failed", error);
    }
    if (this.#handshake) this.#refuseHandshake("An unexpected error occurred during connection handshake.");
    else
      this.#end({
        error: asError(error),
        drop: "protocol",
        close: { error: errorText.closed, allowReconnect: true },
      });
  }

  #refuseHandshake(text: string): void {
    if (this.#state === "ended") return;
    this.link.send(new WireMessage(writeHandshakeResponse(text), false));
    this.#end({ drop: "handshake" });
  }

  /** The one way out: Close, transport, streams and answers, groups, then `onDisconnected`, in this order. */
  #end({ error, drop, close }: Ending): void {
    if (this.#state === "ended") return;
    if (close) this.#sendClose(close);
    if (drop) this.runtime.metrics.countDrop(drop);
    const wasRegistered = this.#state !== "handshake";
    this.#state = "ended";
    this.link.close();
    this.#queue.clear();
    this.#streams?.endAll();
    this.#results?.failAll("The client disconnected.");
    if (this.#endWatchers) for (const abort of this.#endWatchers) abort.abort();
    this.#endWatchers = null;
    if (wasRegistered) this.runtime.unregister(this);
    if (this.#connected) void this.#disconnected(this.#connected, error);
  }

  #sendClose(close: Omit<CloseMessage, "type">): void {
    const { allowReconnect, ...rest } = close;
    // Left out rather than false: what the .NET server writes.
    this.sendMessage({ type: MessageType.close, ...rest, ...(allowReconnect ? { allowReconnect } : {}) });
  }

  async #disconnected(connected: Promise<boolean>, error: Error | undefined): Promise<void> {
    if (!(await connected)) return;
    const call = new HubCall(this);
    try {
      await this.runtime.onDisconnected(call, error);
    } catch (failure) {
      this.logError("onDisconnected failed", failure);
    } finally {
      call.settle(false);
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
