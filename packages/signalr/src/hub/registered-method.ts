import type { HubContract, MethodContract, Schema } from "./contract.ts";
import type { HubCall } from "./hub-call.ts";

/** A method with its handler, types forgotten: what the dispatcher works with. */
export type RegisteredMethod = {
  readonly args: readonly Schema[];
  readonly uploads: readonly Schema[];
  readonly isStream: boolean;
  readonly authorize: ((call: HubCall, ...args: unknown[]) => boolean | Promise<boolean>) | null;
  readonly handle: (call: HubCall, ...args: unknown[]) => unknown;
};

type Handler = RegisteredMethod["handle"];
type Implementation =
  | Handler
  | { readonly handle: Handler; readonly authorize?: RegisteredMethod["authorize"] };

/**
 * Pairs a contract's methods with their handlers. Keys are lower case, as clients may write a name in any case; being a
 * Map of these names only, `constructor` and the like are unknown. Throws on a method without a handler.
 */
export function registerMethods(
  contract: HubContract,
  implementations: Readonly<Record<string, Implementation>>,
): ReadonlyMap<string, RegisteredMethod> {
  const methods = new Map<string, RegisteredMethod>();
  for (const [name, method] of Object.entries<MethodContract>(contract.methods)) {
    const implementation = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
    if (!implementation) throw new TypeError(`hub method '${name}' has no handler`);
    const key = name.toLowerCase();
    if (methods.has(key)) throw new TypeError(`hub method '${name}' differs from another only by case`);
    const { handle, authorize } =
      typeof implementation === "function" ? { handle: implementation, authorize: null } : implementation;
    methods.set(key, {
      args: method.args,
      uploads: method.uploads ?? [],
      isStream: method.stream !== undefined,
      authorize: authorize ?? null,
      handle,
    });
  }
  return methods;
}
