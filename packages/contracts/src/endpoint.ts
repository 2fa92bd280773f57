import type {
  RouteBodyInput,
  RouteDefinition,
  RouteParamsInput,
  RouteQueryInput,
  RouteResponse,
} from "./route.ts";

/** What a caller knows of a route: where a call goes, and in its type alone what it takes and answers. */
export interface Endpoint<R extends RouteDefinition = RouteDefinition> {
  readonly method: R["method"];
  readonly path: R["path"];
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Never there at run time: it hands the route's types on, and no schema with them. */
  readonly route?: R;
}

/** The endpoints of a table of routes: one that is missing, or says other than its route, does not compile. */
export type Endpoints<Routes extends Record<string, RouteDefinition>> = {
  readonly [Name in keyof Routes]: Endpoint<Routes[Name]> &
    (Routes[Name] extends { idempotent: true } ? { idempotent: true } : { idempotent?: never });
};

type RouteOf<E extends Endpoint> = E extends Endpoint<infer R> ? R : never;

/** What a call of the endpoint takes, before its schema fills in defaults. */
export type EndpointParams<E extends Endpoint> = RouteParamsInput<RouteOf<E>>;
export type EndpointQuery<E extends Endpoint> = RouteQueryInput<RouteOf<E>>;
export type EndpointBody<E extends Endpoint> = RouteBodyInput<RouteOf<E>>;
/** What a caller of the endpoint receives. */
export type EndpointResponse<E extends Endpoint> = RouteResponse<RouteOf<E>>;

/** Fills a path with its parameters; values are percent-encoded. */
export function buildPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter '${name}' for ${path}`);
    return encodeURIComponent(String(value));
  });
}
