import type { z } from "zod";
import type { Policy } from "./policies/policies.ts";

/** News that the server sends: who may hear it, whichever group it is sent to (a name of the one policy table), and its content. */
export interface HubEventDefinition {
  policy: Policy;
  payload: z.ZodType;
}

/** What a client may invoke: who may, with which arguments by their place, and what comes back, if anything does. */
export interface HubMethodDefinition {
  policy: Policy;
  args: readonly z.ZodType[];
  result?: z.ZodType;
}

/** A domain's news, by the names they have on the wire. */
export function defineHubEvents<const E extends Record<string, HubEventDefinition>>(events: E): E {
  return events;
}

/** A domain's methods, by the names they have on the wire. */
export function defineHubMethods<const M extends Record<string, HubMethodDefinition>>(methods: M): M {
  return methods;
}

type Inputs<A extends readonly z.ZodType[]> = { -readonly [I in keyof A]: z.input<A[I]> };
type Outputs<A extends readonly z.ZodType[]> = { -readonly [I in keyof A]: z.output<A[I]> };

/** Arguments as a client passes them. */
export type HubMethodInput<M extends HubMethodDefinition> = Inputs<M["args"]>;
/** Arguments as the handler gets them. */
export type HubMethodArgs<M extends HubMethodDefinition> = Outputs<M["args"]>;
/** What comes back; nothing where no result is declared. */
export type HubMethodResult<M extends HubMethodDefinition> = M extends { result: infer R extends z.ZodType }
  ? z.output<R>
  : void;
