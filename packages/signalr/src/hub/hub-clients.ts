import type {
  ClientMethodArgs,
  ClientMethodName,
  ClientMethodResult,
  EventArgs,
  HubContract,
} from "./contract.ts";
import { validate, type Schema } from "./contract.ts";
import type { EventTarget } from "./envelope.ts";
import type { HubRouter } from "./hub-router.ts";

/** Some of the clients, as receivers of events. */
export type EventSender<Contract extends HubContract> = {
  /**
   * Sends an event. Clients of this process have it queued, in order, when this returns; the promise resolves when the
   * backplane has taken it for the other processes and never rejects (a failure is logged and counted).
   */
  send<Name extends keyof Contract["events"] & string>(
    event: Name,
    ...args: EventArgs<Contract["events"][Name]>
  ): Promise<void>;
};

/** One client: it can also be asked. */
export type SingleClient<Contract extends HubContract> = EventSender<Contract> & {
  /** Calls a method of the client and waits for its answer. Rejects with ClientResultError. */
  invoke<Name extends ClientMethodName<Contract>>(
    method: Name,
    ...args: ClientMethodArgs<Contract, Name>
  ): Promise<ClientMethodResult<Contract, Name>>;
};

/** All ways to name receivers. */
export type HubClients<Contract extends HubContract> = {
  readonly all: EventSender<Contract>;
  allExcept(connectionIds: readonly string[]): EventSender<Contract>;
  group(name: string): EventSender<Contract>;
  groupExcept(name: string, connectionIds: readonly string[]): EventSender<Contract>;
  groups(names: readonly string[]): EventSender<Contract>;
  user(userId: string): EventSender<Contract>;
  users(userIds: readonly string[]): EventSender<Contract>;
  connection(connectionId: string): SingleClient<Contract>;
  connections(connectionIds: readonly string[]): EventSender<Contract>;
};

/** The same, seen from a call. */
export type CallClients<Contract extends HubContract> = HubClients<Contract> & {
  readonly caller: SingleClient<Contract>;
  readonly others: EventSender<Contract>;
  othersInGroup(name: string): EventSender<Contract>;
};

type UntypedSender = { send(event: string, ...args: unknown[]): Promise<void> };
type UntypedClient = UntypedSender & { invoke(method: string, ...args: unknown[]): Promise<unknown> };

/** Builds the receivers of a hub; types are put on where the hub is made. */
export function createHubClients(router: HubRouter, contract: HubContract) {
  const to = (target: EventTarget): UntypedSender => ({
    send: (event, ...args) => router.send(target, event, args),
  });
  const connection = (connectionId: string): UntypedClient => ({
    ...to({ scope: "connections", names: [connectionId] }),
    async invoke(method, ...args) {
      const answer = await router.command({ op: "invoke", connectionId, target: method, args });
      const schema: Schema | undefined = contract.clientMethods?.[method]?.result;
      return schema ? validate(schema, answer) : undefined;
    },
  });
  return {
    all: to({ scope: "all", names: [] }),
    allExcept: (except: readonly string[]) => to({ scope: "all", names: [], except }),
    group: (name: string) => to({ scope: "groups", names: [name] }),
    groupExcept: (name: string, except: readonly string[]) => to({ scope: "groups", names: [name], except }),
    groups: (names: readonly string[]) => to({ scope: "groups", names }),
    user: (userId: string) => to({ scope: "users", names: [userId] }),
    users: (names: readonly string[]) => to({ scope: "users", names }),
    connection,
    connections: (names: readonly string[]) => to({ scope: "connections", names }),
  };
}

export type UntypedHubClients = ReturnType<typeof createHubClients>;

/** Adds what only makes sense from within a call of one connection. */
export function createCallClients(clients: UntypedHubClients, connectionId: string) {
  return {
    ...clients,
    caller: clients.connection(connectionId),
    others: clients.allExcept([connectionId]),
    othersInGroup: (name: string) => clients.groupExcept(name, [connectionId]),
  };
}
