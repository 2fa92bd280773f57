import { isDeepStrictEqual } from "node:util";
import * as contracts from "@forestay/contracts";
import type {
  Actor,
  ErrorCode,
  HubEvent,
  HubEventPayload,
  HubMethod,
  HubMethodInput,
  HubMethodResult,
  RouteBodyInput,
  RouteDefinition,
  RouteResponseInput,
} from "@forestay/contracts";
import type { Page, Request, Route, WebSocketRoute } from "playwright-core";

const { HUB_PATH, errorBodySchema, errorTable, hubEvents, hubMethods, satisfiesPolicy } = contracts;
/** Below which the API lies at the page's own origin. */
export const API = "/api";
/** SignalR's own end of a message. */
const END = "\u001e";
/** What a person is asked for when something went wrong: on every answer that is none. */
export const REQUEST_ID = "01a1ffb5-4c1e-7d3a-9a51-0f6de2b4c7aa";

const routes = Object.entries(contracts)
  .filter(([name]) => name.endsWith("Routes"))
  .flatMap(([, group]) => Object.values(group as Record<string, RouteDefinition>))
  // As the server's router: a word before a parameter.
  .toSorted((a, b) => parameters(a) - parameters(b));

/** A call that a page made, as it went out. */
export interface Asked<R extends RouteDefinition = RouteDefinition> {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Parsed where it is JSON; of an upload its text, parts and all. */
  body: RouteBodyInput<R>;
  idempotencyKey: string | undefined;
}

type Answer<R extends RouteDefinition> = RouteResponseInput<R> | ((asked: Asked<R>) => RouteResponseInput<R>);
const isMade = <R extends RouteDefinition>(
  answer: Answer<R>,
): answer is (asked: Asked<R>) => RouteResponseInput<R> => typeof answer === "function";
type Reply = (asked: Asked) => { status: number; body: unknown };

/**
 * Answers a page in the server's place, by the contract: an answer that its route's schema does not know is refused
 * when it is given, and what a page may not ask, by schema or by policy, or asks and nobody answers, is a problem.
 */
export class ApiStandIn {
  readonly problems: string[] = [];
  /** Waited for before each answer; it may still change what that is. */
  beforeAnswering: (() => Promise<void>) | undefined;
  readonly #actor: Actor | null;
  readonly #replies = new Map<RouteDefinition, Reply>();
  readonly #asked: { route: RouteDefinition; asked: Asked }[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #changes = new Map<RouteDefinition, () => void>();
  readonly #held = new Map<RouteDefinition, Promise<void>>();
  readonly #sockets = new Set<WebSocketRoute>();
  readonly #methods = new Map<string, (args: unknown[]) => unknown>();

  constructor(actor: Actor | null) {
    this.#actor = actor;
  }

  /** From now on this is the answer of the route. */
  answer<R extends RouteDefinition>(route: R, answer: Answer<R>): this {
    const made = (asked: Asked) => checkedAnswer(route, isMade(answer) ? answer(asked as Asked<R>) : answer);
    if (!isMade(answer)) checkedAnswer(route, answer);
    this.#replies.set(route, (asked) => ({ status: route.status ?? 200, body: made(asked) }));
    return this;
  }

  /** From now on the route refuses with this code, in the table's words unless stated. */
  refuse(
    route: RouteDefinition,
    code: ErrorCode,
    said: { message?: string; fields?: Record<string, string> } = {},
  ): this {
    const { status, message } = errorTable[code];
    const body = errorBodySchema.parse({ code, message, requestId: REQUEST_ID, ...said });
    this.#replies.set(route, () => ({ status, body }));
    return this;
  }

  /**
   * Carries `change` out when the route is next called, before it is answered: what a deed leaves behind is answered
   * from the deed on, however often the page asks by itself before.
   */
  whenCalled(route: RouteDefinition, change: () => void): this {
    this.#changes.set(route, change);
    return this;
  }

  /** Keeps the answers of the route back. Returns the way to let them go. */
  hold(route: RouteDefinition): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(route, promise);
    return () => {
      this.#held.delete(route);
      resolve();
    };
  }

  /** The calls of the route so far. */
  asked<R extends RouteDefinition>(route: R): Asked<R>[] {
    return this.#asked.filter((one) => one.route === route).map(({ asked }) => asked as Asked<R>);
  }

  /** The newest call of the route, once there are so many. */
  async called<R extends RouteDefinition>(route: R, times = 1): Promise<Asked<R>> {
    for (;;) {
      const newest = this.asked(route)[times - 1];
      if (newest !== undefined) return newest;
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  /** From now on the hub answers this method so; any other one with null, as a hub that does not know what it did. */
  answerHub<M extends HubMethod>(
    method: M,
    answer: (...args: HubMethodInput<(typeof hubMethods)[M]>) => HubMethodResult<(typeof hubMethods)[M]>,
  ): this {
    this.#methods.set(method, (args) => answer(...(args as HubMethodInput<(typeof hubMethods)[M]>)));
    return this;
  }

  /** News over the live connection, to every page that has joined its person's group. */
  tell<E extends HubEvent>(event: E, payload: HubEventPayload<E>): void {
    const news = hubEvents[event].payload.parse(payload);
    for (const socket of this.#sockets)
      socket.send(`${JSON.stringify({ type: 1, target: event, arguments: [news] })}${END}`);
  }

  /** Cuts the live connection of every page, which connects again by itself and asks for what it missed. */
  hangUp(): void {
    for (const socket of this.#sockets) void socket.close();
    this.#sockets.clear();
  }

  /** Stands in for the API of this page. */
  async attend(page: Page): Promise<void> {
    const isApi = (url: URL) => url.pathname.startsWith(`${API}/`);
    await page.route(isApi, (call) => this.#serve(call));
    await page.routeWebSocket(isApi, (socket) => this.#attendHub(socket));
  }

  async #serve(call: Route): Promise<void> {
    const request = call.request();
    const url = new URL(request.url());
    const path = url.pathname.slice(API.length);
    if (path === `${HUB_PATH}/negotiate`) return answerJson(call, 200, negotiation);
    const found = routeOf(request.method(), path);
    // The link of a download leads to no route that a page calls.
    if (found === undefined) return this.#missing(call, `${request.method()} ${path} is no route`);
    const { route, params } = found;
    const asked: Asked = {
      params,
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(route, request),
      idempotencyKey: request.headers()["idempotency-key"],
    };
    this.#check(route, asked, request);
    await this.beforeAnswering?.();
    this.#changes.get(route)?.();
    this.#changes.delete(route);
    // What stands at this moment is the answer: a test that waits for the call may change it for the next one.
    let reply = this.#replies.get(route);
    this.#asked.push({ route, asked });
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    const held = this.#held.get(route);
    if (held !== undefined) {
      await held;
      reply = this.#replies.get(route);
    }
    if (reply === undefined)
      return this.#missing(call, `${request.method()} ${path} was asked, and the test answers nothing`);
    try {
      const { status, body } = reply(asked);
      return await answerJson(call, status, body);
    } catch (error) {
      return this.#missing(call, String(error));
    }
  }

  #check(route: RouteDefinition, asked: Asked, request: Request): void {
    const name = `${route.method} ${route.path}`;
    const parts = { params: asked.params, query: asked.query, body: asked.body };
    for (const part of ["params", "query", "body"] as const) {
      if (part === "body" && route.transfer === "multipart") continue;
      const checked = route[part]?.safeParse(parts[part]);
      if (checked?.success === false)
        this.problems.push(`${name} was asked with a ${part} that it refuses: ${checked.error.message}`);
    }
    if (!isMe(route) && !satisfiesPolicy(route.policy, this.#actor))
      this.problems.push(`${name} was asked by somebody who may not`);
    if (this.#actor !== null && route.policy !== "public" && !isMe(route) && !hasToken(request))
      this.problems.push(`${name} was asked without the token`);
  }

  #missing(call: Route, problem: string): Promise<void> {
    this.problems.push(problem);
    return answerJson(call, 404, {
      code: "not_found",
      message: errorTable.not_found.message,
      requestId: REQUEST_ID,
    });
  }

  #attendHub(socket: WebSocketRoute): void {
    socket.onMessage((text) => {
      for (const message of String(text).split(END).filter(Boolean)) {
        const {
          protocol,
          type,
          invocationId,
          target,
          arguments: args,
        } = JSON.parse(message) as {
          [name: string]: unknown;
          arguments?: unknown[];
        };
        if (protocol !== undefined) socket.send(`{}${END}`);
        // A sign of life for each of the page's: half a minute without any, and it takes the connection for lost.
        if (type === 6) socket.send(`{"type":6}${END}`);
        if (type !== 1) continue;
        const result = this.#methods.get(String(target))?.(args ?? []) ?? null;
        socket.send(`${JSON.stringify({ type: 3, invocationId, result })}${END}`);
        this.#sockets.add(socket);
      }
    });
    socket.onClose(() => void this.#sockets.delete(socket));
  }
}

const negotiation = {
  negotiateVersion: 1,
  connectionId: "stand-in",
  connectionToken: "stand-in",
  availableTransports: [{ transport: "WebSockets", transferFormats: ["Text"] }],
};

/** What the server would send of this answer. Throws where its schema would refuse it, or leave something of it out. */
function checkedAnswer(route: RouteDefinition, answer: unknown): unknown {
  const name = `${route.method} ${route.path}`;
  const checked = route.response.safeParse(answer);
  if (!checked.success)
    throw new Error(`The contract of ${name} refuses this answer: ${checked.error.message}`);
  const sent: unknown = JSON.parse(JSON.stringify(checked.data));
  if (!isDeepStrictEqual(sent, JSON.parse(JSON.stringify(answer))))
    throw new Error(`The contract of ${name} would send another answer: ${JSON.stringify(sent)}`);
  return sent;
}

function routeOf(method: string, path: string) {
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = matchPath(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? "");
    if (part.startsWith(":")) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

function parameters({ path }: RouteDefinition): number {
  return path.split(":").length;
}

function bodyOf(route: RouteDefinition, request: Request): unknown {
  const text = request.postData();
  if (text === null) return undefined;
  return route.transfer === "multipart" ? text : (JSON.parse(text) as unknown);
}

/** The one call by the cookie alone, which asks whether anybody is signed in: the token is what it answers. */
const isMe = (route: RouteDefinition) => route === contracts.authRoutes.me;

const hasToken = (request: Request) => request.headers().authorization?.startsWith("Bearer ") === true;

function answerJson(call: Route, status: number, body: unknown): Promise<void> {
  return call.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
}
