import { randomUUID } from "node:crypto";
import type { Backplane } from "../backplane/backplane.ts";
import type { Clock } from "../clock.ts";
import { MessageType } from "../protocol/messages.ts";
import { ChannelSubscriptions } from "./channel-subscriptions.ts";
import { EncodedMessage } from "./encoded-message.ts";
import { channelFor, channelsOf, type CloseOptions, type ConnectionSelector } from "./envelope.ts";
import type { Envelope, EventTarget, RemoteCommand, SentEnvelope } from "./envelope.ts";
import { ClientResultError } from "./errors.ts";
import type { HubConnection } from "./hub-connection.ts";
import { Membership } from "./membership.ts";
import type { HubMetrics } from "../metrics.ts";
import type { HubLimits, HubLog } from "../options.ts";

export type HubRouterOptions = {
  readonly hubName: string;
  readonly backplane: Backplane | null;
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly metrics: HubMetrics;
  readonly log: HubLog;
  /** Closes matching connections of this process, those still negotiating included. */
  readonly closeLocal: (selector: ConnectionSelector, options: CloseOptions) => number;
};

type PendingReply = {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  cancelTimer: () => void;
};

/**
 * Gets every message to its receivers: those of this process at once and in order, the others over the backplane. Its
 * own messages coming back are dropped, so a lost backplane costs only the other processes.
 */
export class HubRouter {
  readonly membership = new Membership();
  readonly #options: HubRouterOptions;
  readonly #serverId = randomUUID();
  readonly #channels: ReturnType<typeof channelsOf>;
  readonly #subscriptions: ChannelSubscriptions | null;
  readonly #replies = new Map<string, PendingReply>();
  #connected: Promise<void> | null = null;

  constructor(options: HubRouterOptions) {
    this.#options = options;
    this.#channels = channelsOf(options.hubName);
    const { backplane, clock, log } = options;
    this.#subscriptions = backplane
      ? new ChannelSubscriptions(backplane, () => this.#connect(backplane), clock, log)
      : null;
  }

  /** Connects to the other processes; safe to call again. Rejects when the backplane cannot be reached. */
  async start(): Promise<void> {
    const { backplane } = this.#options;
    if (!backplane || this.#connected) return this.#connected ?? undefined;
    await this.#connect(backplane);
    const { all, servers, server } = this.#channels;
    const own = [all, servers, server(this.#serverId)];
    await Promise.all(own.map((channel) => this.#subscriptions?.want(channel)));
  }

  async stop(): Promise<void> {
    for (const { reject, cancelTimer } of this.#replies.values()) {
      cancelTimer();
      reject(new ClientResultError("The hub is shutting down."));
    }
    this.#replies.clear();
    await this.#options.backplane?.stop();
  }

  /** Makes a connection reachable; null when there is nobody to tell. */
  register(connection: HubConnection): Promise<void> | null {
    this.membership.add(connection);
    const subscriptions = this.#subscriptions;
    if (!subscriptions) return null;
    const user = connection.principal ? this.#channels.user(connection.principal.userId) : null;
    return user === null ? null : subscriptions.want(user);
  }

  unregister(connection: HubConnection): void {
    for (const group of connection.groups ?? []) this.removeFromGroup(connection, group);
    this.membership.remove(connection);
    if (connection.principal) this.#subscriptions?.release(this.#channels.user(connection.principal.userId));
  }

  /** Resolves when the membership holds for senders in every process. */
  async addToGroup(connection: HubConnection, group: string): Promise<void> {
    if (connection.isEnded) return;
    const isNew = this.membership.addToGroup(connection, group);
    const channel = this.#channels.group(group);
    if (isNew) await this.#subscriptions?.want(channel);
  }

  removeFromGroup(connection: HubConnection, group: string): void {
    if (this.membership.removeFromGroup(connection, group)) {
      this.#subscriptions?.release(this.#channels.group(group));
    }
  }

  /** Local receivers have it when this returns; the promise is that of the others and never rejects. */
  send(to: EventTarget, event: string, args: readonly unknown[]): Promise<void> {
    this.#deliver(to, event, args);
    const isLocalOnly =
      to.scope === "connections" && to.names.every((id) => this.membership.connections.has(id));
    if (isLocalOnly) return Promise.resolve();
    return this.#publish(channelFor(this.#channels, to), { kind: "event", to, event, args });
  }

  async close(selector: ConnectionSelector, options: CloseOptions): Promise<number> {
    const count = this.#options.closeLocal(selector, options);
    await this.#publish(this.#channels.servers, { kind: "close", selector, options });
    return count;
  }

  /** Does something to one connection, wherever it is. Rejects with ClientResultError. */
  async command(command: RemoteCommand): Promise<unknown> {
    const local = this.membership.connections.get(command.connectionId);
    if (local) return this.#execute(local, command);
    if (!this.#options.backplane) throw new ClientResultError("The connection is not known.");
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#options.clock.after(this.#options.limits.clientResultTimeoutMs, () => {
        this.#replies.delete(id);
        reject(new ClientResultError("The connection is not known, or did not answer in time."));
      });
      this.#replies.set(id, { resolve, reject, cancelTimer });
      void this.#publish(this.#channels.servers, { kind: "command", id, command });
    });
  }

  #connect(backplane: Backplane): Promise<void> {
    return (this.#connected ??= backplane.start(
      (_channel, message) => this.#receive(message),
      () => this.#options.closeLocal({ all: true }, { allowReconnect: true }),
    ));
  }

  #deliver(to: EventTarget, event: string, args: readonly unknown[]): void {
    const receivers = this.#receivers(to);
    if (!receivers) return;
    const message = new EncodedMessage({ type: MessageType.invocation, target: event, arguments: args });
    const except = to.except;
    for (const connection of receivers) {
      if (!except?.includes(connection.id)) connection.sendEncoded(message);
    }
  }

  #receivers({ scope, names }: EventTarget): Iterable<HubConnection> | undefined {
    const { connections } = this.membership;
    if (scope === "all") return connections.values();
    const find = (name: string): Iterable<HubConnection> => {
      if (scope === "groups") return this.membership.group(name) ?? [];
      if (scope === "users") return this.membership.user(name) ?? [];
      const connection = connections.get(name);
      return connection ? [connection] : [];
    };
    const only = names.length === 1 ? names[0] : undefined;
    if (only !== undefined) return find(only);
    return new Set(names.flatMap((name) => [...find(name)]));
  }

  async #publish(channel: string, envelope: Envelope): Promise<void> {
    const { backplane, metrics, log } = this.#options;
    if (!backplane) return;
    try {
      const sent: SentEnvelope = { ...envelope, from: this.#serverId, atMs: Date.now() };
      await backplane.publish(channel, JSON.stringify(sent));
    } catch (error) {
      metrics.backplaneFailures += 1;
      log({ level: "error", message: "backplane publish failed", error });
    }
  }

  #receive(text: string): void {
    const { metrics, log } = this.#options;
    try {
      const envelope = JSON.parse(text) as SentEnvelope;
      if (envelope.from === this.#serverId) return;
      metrics.backplaneReceived += 1;
      metrics.backplaneLagTotalMs += Math.max(0, Date.now() - envelope.atMs);
      switch (envelope.kind) {
        case "event":
          return this.#deliver(envelope.to, envelope.event, envelope.args);
        case "close":
          this.#options.closeLocal(envelope.selector, envelope.options);
          return;
        case "command":
          return this.#obey(envelope.from, envelope.id, envelope.command);
        case "reply":
          return this.#settle(envelope.id, envelope);
      }
    } catch (error) {
      metrics.backplaneFailures += 1;
      log({ level: "error", message: "backplane message could not be handled", error });
    }
  }

  #obey(from: string | null, id: string, command: RemoteCommand): void {
    const connection = this.membership.connections.get(command.connectionId);
    if (!connection || from === null) return;
    const reply = (answer: { result?: unknown; error?: string }) =>
      this.#publish(this.#channels.server(from), { kind: "reply", id, ...answer });
    this.#execute(connection, command).then(
      (result) => reply({ result }),
      (error: unknown) =>
        reply({ error: error instanceof ClientResultError ? error.message : "The command failed." }),
    );
  }

  async #execute(connection: HubConnection, command: RemoteCommand): Promise<unknown> {
    switch (command.op) {
      case "addToGroup":
        return this.addToGroup(connection, command.group);
      case "removeFromGroup":
        return this.removeFromGroup(connection, command.group);
      case "invoke":
        return connection.invokeClient(command.target, command.args);
    }
  }

  #settle(id: string, { result, error }: { result?: unknown; error?: string }): void {
    const pending = this.#replies.get(id);
    if (!pending) return;
    this.#replies.delete(id);
    pending.cancelTimer();
    if (error === undefined) pending.resolve(result);
    else pending.reject(new ClientResultError(error));
  }
}
