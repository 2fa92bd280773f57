/** Who an event is for. */
export type EventTarget = {
  readonly scope: "all" | "groups" | "users" | "connections";
  /** Names of the groups, users or connections; empty for all. */
  readonly names: readonly string[];
  /** Connections left out. */
  readonly except?: readonly string[];
};

/** Which connections to close. */
export type ConnectionSelector =
  | { readonly userId: string }
  | { readonly sessionId: string }
  | { readonly connectionId: string }
  | { readonly all: true };

export type CloseOptions = { readonly allowReconnect?: boolean; readonly error?: string };

/** What one process asks the owner of a connection to do. */
export type RemoteCommand =
  | { readonly op: "addToGroup" | "removeFromGroup"; readonly connectionId: string; readonly group: string }
  | {
      readonly op: "invoke";
      readonly connectionId: string;
      readonly target: string;
      readonly args: readonly unknown[];
    };

/** What travels over the backplane, as JSON. */
export type Envelope =
  | {
      readonly kind: "event";
      readonly to: EventTarget;
      readonly event: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: "close"; readonly selector: ConnectionSelector; readonly options: CloseOptions }
  | { readonly kind: "command"; readonly id: string; readonly command: RemoteCommand }
  | { readonly kind: "reply"; readonly id: string; readonly result?: unknown; readonly error?: string };

/** An envelope with its sender (null when a transaction of the host wrote it) and time of sending in Unix milliseconds. */
export type SentEnvelope = Envelope & { readonly from: string | null; readonly atMs: number };

/** Names of the channels of one hub. */
export function channelsOf(hubName: string) {
  return {
    all: `${hubName}:all`,
    servers: `${hubName}:servers`,
    server: (id: string) => `${hubName}:server:${id}`,
    group: (name: string) => `${hubName}:group:${name}`,
    user: (id: string) => `${hubName}:user:${id}`,
  };
}

/** The channel on which everybody concerned by a target listens. */
export function channelFor(channels: ReturnType<typeof channelsOf>, { scope, names }: EventTarget): string {
  const only = names.length === 1 ? names[0] : undefined;
  if (scope === "groups" && only !== undefined) return channels.group(only);
  if (scope === "users" && only !== undefined) return channels.user(only);
  // Several names at once go to every process, each of which delivers once per connection.
  return scope === "connections" ? channels.servers : channels.all;
}
