import type { HubMethodArgs, HubMethodDefinition, HubMethodResult } from "@forestay/contracts";
import { HubError, type HubMethods, type MethodContract } from "@forestay/signalr";
import { mayPass } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { HubUser } from "./notification-hub.ts";

/** What a handler is told of the call it answers. */
export interface HubCall<Context> {
  context: Context;
  /** As they were when they connected; a changed role or an ended session closes the connection. */
  user: HubUser;
  /** The groups of this connection; they end with it, and its client joins anew. */
  groups: { add(group: string): Promise<void>; remove(group: string): Promise<void> };
}

type HubHandler<M extends HubMethodDefinition, Context> = (
  call: HubCall<Context>,
  ...args: HubMethodArgs<M>
) => Promise<HubMethodResult<M>>;

/** A declared method with who answers it. */
export interface HubMethodBinding<Context> {
  name: string;
  definition: HubMethodDefinition;
  handle(call: HubCall<Context>, ...args: unknown[]): Promise<unknown>;
}

/**
 * Binds a domain's declared methods to their handlers, one each. Before a handler runs the caller has passed the method's
 * policy and the arguments their schemas; an AppError that is no fault of ours reaches the caller in its words.
 */
export function handleHubMethods<const M extends Record<string, HubMethodDefinition>, Context>(
  methods: M,
  handlers: { [Name in keyof M]: HubHandler<M[Name], Context> },
): readonly HubMethodBinding<Context>[] {
  return Object.entries(methods).map(([name, definition]) => ({
    name,
    definition,
    handle: handlers[name] as unknown as HubMethodBinding<Context>["handle"],
  }));
}

interface HubContracts {
  methods: Record<string, MethodContract>;
  events: Record<string, never>;
}

/** The methods of all domains as the SignalR server takes them. Throws when two have one name, which it reads without case. */
export function composeHubMethods<Context>(
  bindings: readonly HubMethodBinding<Context>[],
  context: () => Context,
): { contracts: HubContracts["methods"]; handlers: HubMethods<HubContracts, HubUser> } {
  const names = new Set<string>();
  for (const { name } of bindings) {
    if (names.has(name.toLowerCase())) throw new Error(`Two hub methods are called ${name}`);
    names.add(name.toLowerCase());
  }
  const handlers = bindings.map(({ name, definition, handle }) => [
    name,
    {
      authorize: ({ user }: { user: HubUser }) => mayPass(definition.policy, user),
      handle: ({ user, groups }: Omit<HubCall<Context>, "context">, ...args: unknown[]) =>
        handle({ context: context(), user, groups }, ...args).catch(asHubError),
    },
  ]);
  return {
    contracts: Object.fromEntries(bindings.map(({ name, definition }) => [name, contractOf(definition)])),
    handlers: Object.fromEntries(handlers) as HubMethods<HubContracts, HubUser>,
  };
}

const contractOf = ({ args, result }: HubMethodDefinition): MethodContract => ({
  args,
  ...(result === undefined ? {} : { result }),
});

function asHubError(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new HubError(error.message);
  throw error;
}
