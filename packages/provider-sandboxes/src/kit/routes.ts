import type { Handler } from "./exchange.ts";

/** One route: `"GET /v1/customers/:id"` and what answers it. */
export type Routes = Record<string, Handler>;

interface Compiled {
  method: string;
  parts: string[];
  handler: Handler;
}

/** Finds the route of a request; fixed parts of a path go before named ones. */
export class RouteTable {
  readonly #routes: Compiled[];

  constructor(routes: Routes) {
    this.#routes = Object.entries(routes).map(([key, handler]) => {
      const [method = "", path = ""] = key.split(" ");
      return { method, parts: path.split("/"), handler };
    });
    this.#routes.sort((a, b) => named(a.parts) - named(b.parts));
  }

  find(method: string, path: string): { handler: Handler; params: Record<string, string> } | undefined {
    const parts = path.split("/");
    for (const route of this.#routes) {
      if (route.method !== method || route.parts.length !== parts.length) continue;
      if (!route.parts.every((part, at) => part.startsWith(":") || part === parts[at])) continue;
      const params = route.parts.flatMap((part, at) =>
        part.startsWith(":") ? [[part.slice(1), decodeURIComponent(parts[at] ?? "")] as const] : [],
      );
      return { handler: route.handler, params: Object.fromEntries(params) };
    }
    return undefined;
  }
}

const named = (parts: string[]) => parts.filter((part) => part.startsWith(":")).length;
