import {
  DefaultHttpClient,
  HttpClient,
  HttpError,
  HttpTransportType,
  HubConnectionBuilder,
  JsonHubProtocol,
  LogLevel,
  MessageType,
  NullLogger,
} from "@microsoft/signalr";
import type {
  HttpRequest,
  HttpResponse,
  HubConnection,
  IHubProtocol,
  IHttpConnectionOptions,
  ILogger,
} from "@microsoft/signalr";
import { HUB_PATH } from "@forestay/contracts/wire";
import { env } from "@/config/env.ts";
import { getAccessToken, refreshAccessToken, tokenInForce } from "@/lib/api/index.ts";
import { reconnectDelayMs } from "./live-connection.ts";
import type { HubTransport, LinkObserver } from "./live-state.ts";

// Loaded on demand: neither the vendor's client nor the schemas of what it brings are part of the first load.
export { hubEvents } from "@forestay/contracts/schemas";

/** A connection to the hub that reconnects by itself: 1 s, doubled, at most 30 s. */
export function createHubLink(observer: LinkObserver): HubConnection {
  return builder(observer)
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }) => {
        // The token was refused and could not be renewed: trying on would ask the server the same for ever.
        if (getAccessToken() === undefined) return null;
        const delayMs = reconnectDelayMs(previousRetryCount);
        observer.retry(previousRetryCount + 1, delayMs);
        return delayMs;
      },
    })
    .build();
}

/**
 * Connects once by one transport only, and leaves.
 * @returns how long it took from negotiation to the finished handshake, in ms.
 * @throws Error when the transport does not work from here.
 */
export async function probeTransport(transport: HubTransport): Promise<number> {
  const connection = builder(silent, { transport: HttpTransportType[transport] }).build();
  const startedAt = performance.now();
  try {
    await connection.start();
    return performance.now() - startedAt;
  } finally {
    await connection.stop().catch(() => undefined);
  }
}

function builder(observer: LinkObserver, options: IHttpConnectionOptions = {}): HubConnectionBuilder {
  return new HubConnectionBuilder()
    .withUrl(`${env.apiUrl}${HUB_PATH}`, {
      // Without one the server refuses the socket, and the client tries the next transport.
      accessTokenFactory: async () => (await tokenInForce()) ?? "",
      httpClient: new HubHttpClient(observer),
      WebSocket: observed(WebSocket, () => observer.transport("WebSockets")),
      EventSource: observed(EventSource, () => observer.transport("ServerSentEvents")),
      ...options,
      // The socket classes are options of the client that its published types leave out.
    } as IHttpConnectionOptions)
    .withHubProtocol(new ObservedProtocol(observer))
    .configureLogging(noteWarnings(observer));
}

/** One token refresh and one retry when a hub HTTP call is refused. */
class HubHttpClient extends HttpClient {
  readonly #inner = new DefaultHttpClient(NullLogger.instance);
  readonly #observer: LinkObserver;

  constructor(observer: LinkObserver) {
    super();
    this.#observer = observer;
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    // Only long polling reads by plain GET.
    if (request.method === "GET") this.#observer.transport("LongPolling");
    const token = await tokenInForce();
    try {
      return await this.#inner.send(withToken(request, token));
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode !== 401) throw error;
      this.#observer.note("The token was refused, a fresh one is fetched");
      if (!(await refreshAccessToken(token))) throw error;
      return this.#inner.send(withToken(request, await tokenInForce()));
    }
  }
}

/** The vendor's client keeps the token it saw last; ours is always the one in force. */
function withToken(request: HttpRequest, token: string | undefined): HttpRequest {
  if (token === undefined) return request;
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

/** JSON as it is, and an eye on the server's pings, which the client keeps to itself. */
class ObservedProtocol implements IHubProtocol {
  readonly #inner = new JsonHubProtocol();
  readonly #observer: LinkObserver;
  readonly name = this.#inner.name;
  readonly version = this.#inner.version;
  readonly transferFormat = this.#inner.transferFormat;

  constructor(observer: LinkObserver) {
    this.#observer = observer;
  }

  parseMessages(input: string | ArrayBuffer, logger: ILogger) {
    // The inner one reads text only, and says so itself.
    const messages = this.#inner.parseMessages(input as string, logger);
    if (messages.some((message) => message.type === MessageType.Ping)) this.#observer.ping();
    return messages;
  }

  writeMessage(message: Parameters<JsonHubProtocol["writeMessage"]>[0]) {
    return this.#inner.writeMessage(message);
  }
}

function observed<C extends typeof WebSocket | typeof EventSource>(Socket: C, onOpen: () => void): C {
  return new Proxy(Socket, {
    construct(target, args) {
      onOpen();
      return Reflect.construct(target, args) as object;
    },
  });
}

function noteWarnings(observer: LinkObserver): ILogger {
  return {
    log(level, message) {
      if (level >= LogLevel.Warning) observer.note(message);
    },
  };
}

const silent: LinkObserver = {
  transport: () => undefined,
  ping: () => undefined,
  retry: () => undefined,
  note: () => undefined,
};
