import type { z } from "zod";
import type { Clock } from "#platform/clock.ts";
import type { Config } from "#config";
import type { Tx } from "#platform/db/transaction.ts";
import type { EnqueueOptions, JobQueue, QueuedJob } from "#platform/job-queue.ts";
import type { Log } from "#platform/log.ts";

/** Names a piece of news and the type of what it says; the module that tells it declares it in its door. */
export interface DomainEvent<P> {
  readonly name: string;
  /** Never set; carries the type. */
  readonly payload?: P;
}

/** What a subscriber gets besides the news. */
export interface EventContext {
  config: Config;
  clock: Clock;
  jobs: JobQueue;
  log: Log;
}

export interface Subscription {
  readonly event: DomainEvent<unknown>;
  handle(tx: Tx, payload: unknown, context: EventContext): Promise<void>;
}

/**
 * How news travels upward: a module tells what happened in its own transaction, modules above it listen. Nobody below
 * knows them, so the modules form no cycle.
 */
export interface DomainEvents {
  /** Runs every subscriber in the caller's transaction: an `on` whole, of a `later` only the enqueuing of its job. */
  emit<P>(tx: Tx, event: DomainEvent<P>, payload: P): Promise<void>;
}

export function defineEvent<P>(name: string): DomainEvent<P> {
  return { name };
}

/** Listens to an event in the transaction of its cause, which a throw rolls back; the subscription stands in the listening module's `subscriptions`. */
export function on<P>(
  event: DomainEvent<P>,
  handle: (tx: Tx, payload: P, context: EventContext) => Promise<void>,
): Subscription {
  return { event, handle: (tx, payload, context) => handle(tx, payload as P, context) };
}

/**
 * Has a job do what an event calls for. It is enqueued in the transaction of the cause with the news as its payload
 * (what the job's schema names of it), so it exists exactly if the cause does; what fails in it is tried again alone
 * and never rolls the cause back. The rule; `on` is for what must happen in the same transaction.
 */
export function later<P, S extends z.ZodType>(
  event: P extends z.input<S> ? DomainEvent<P> : never,
  job: QueuedJob<S>,
  optionsOf: (payload: P) => EnqueueOptions = () => ({}),
): Subscription {
  return {
    event,
    async handle(tx, payload, { jobs }) {
      await jobs.enqueue(tx, job, payload as z.input<S>, optionsOf(payload as P));
    },
  };
}

export function createDomainEvents(
  subscriptions: readonly Subscription[],
  context: EventContext,
): DomainEvents {
  return {
    async emit(tx, event, payload) {
      for (const subscription of subscriptions) {
        if (subscription.event === event) await subscription.handle(tx, payload, context);
      }
    },
  };
}
