import type { BrowserContext } from "playwright-core";

type Frame = string | Buffer;

/** Stands between a window's pages and the hub, and lets everything through until told otherwise. */
export interface HubGate {
  /** Keeps the next call of this method back. `arrived` is when the page has made it. */
  holdCall: (method: string) => { arrived: Promise<void>; release: () => void };
  /**
   * From now on nothing that the server says arrives: neither news of the hub nor a thread that is read by HTTP. What is
   * written by HTTP, as it is where the hub has not answered for some seconds, waits until `listen`.
   */
  deafen: () => void;
  /** What the server says from now on arrives again. */
  listen: () => void;
}

/** Before the window's first page. */
export async function gateHub(context: BrowserContext): Promise<HubGate> {
  let isDeaf = false;
  let heard = Promise.withResolvers<void>();
  let held: { method: string; take: (pass: () => void) => void } | undefined;
  await context.routeWebSocket(
    ({ pathname }) => pathname.startsWith("/api/hubs/"),
    (page) => {
      const server = page.connectToServer();
      page.onMessage((frame: Frame) => {
        if (held === undefined || !String(frame).includes(`"target":"${held.method}"`))
          return server.send(frame);
        const { take } = held;
        held = undefined;
        return take(() => server.send(frame));
      });
      server.onMessage((frame: Frame) => {
        if (!isDeaf) page.send(frame);
      });
    },
  );
  await context.route(/\/api\/support\/sessions\/[^/]+\/messages/, async (route) => {
    if (isDeaf && route.request().method() === "GET") return route.abort();
    if (isDeaf) await heard.promise;
    return route.fallback();
  });
  return {
    holdCall: (method) => {
      const arrived = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const take = (pass: () => void) => {
        arrived.resolve();
        void released.promise.then(pass);
      };
      held = { method, take };
      return { arrived: arrived.promise, release: () => released.resolve() };
    },
    deafen: () => {
      heard = Promise.withResolvers();
      isDeaf = true;
    },
    listen: () => {
      isDeaf = false;
      heard.resolve();
    },
  };
}
