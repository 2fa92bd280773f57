import { hubEvents } from "@forestay/contracts/schemas";
import { vi } from "vitest";
import { LiveConnection } from "@/lib/live/live-connection.ts";
import type { HubLink, LinkObserver } from "@/lib/live/live-state.ts";

/** A link whose start and calls are answered by the test. */
export class FakeLink implements HubLink {
  state = "Disconnected";
  readonly invoked: string[] = [];
  /** With their arguments. */
  readonly calls: unknown[][] = [];
  readonly handlers = new Map<string, (payload: unknown) => void>();
  startResult: () => Promise<void> = () => Promise.resolve();
  invokeResult: (method: string) => Promise<unknown> = () => Promise.resolve();
  stopped = 0;
  reconnecting: (error?: Error) => void = () => undefined;
  reconnected: () => void = () => undefined;
  closed: (error?: Error) => void = () => undefined;
  start = async () => {
    await this.startResult();
    this.state = "Connected";
  };
  stop = async () => {
    this.stopped += 1;
    this.state = "Disconnected";
    this.closed();
  };
  invoke = (method: string, ...args: unknown[]) => {
    this.invoked.push(method);
    this.calls.push([method, ...args]);
    return this.invokeResult(method);
  };
  on = (event: string, handler: (payload: unknown) => void) => void this.handlers.set(event, handler);
  onreconnecting = (callback: (error?: Error) => void) => void (this.reconnecting = callback);
  onreconnected = (callback: () => void) => void (this.reconnected = callback);
  onclose = (callback: (error?: Error) => void) => void (this.closed = callback);
}

export function startFakeLive(prepare: (link: FakeLink, number: number) => void = () => undefined) {
  const links: FakeLink[] = [];
  const observers: LinkObserver[] = [];
  const world = { token: "t1" as string | undefined };
  const live = new LiveConnection({
    getToken: () => world.token,
    createLink: async (observer) => {
      const link = new FakeLink();
      prepare(link, links.push(link));
      observers.push(observer);
      return link;
    },
    loadEvents: async () => hubEvents,
  });
  const states: string[] = [];
  live.subscribe(() => {
    const { state } = live.getSnapshot();
    if (states.at(-1) !== state) states.push(state);
  });
  return { live, links, observers, world, states, state: () => live.getSnapshot().state };
}

export const refuse = () => Promise.reject(new Error("refused"));
export const never = () => new Promise<never>(() => undefined);
/** The outcome as it stands now, without waiting for it. */
export function watch<T>(promise: Promise<T>) {
  const outcome: { value?: T; error?: string } = {};
  promise.then(
    (value) => (outcome.value = value),
    (error: Error) => (outcome.error = error.message),
  );
  return outcome;
}
/** Lets time pass, and what waited for it happen. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
