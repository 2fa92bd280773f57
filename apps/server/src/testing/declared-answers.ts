import type { ErrorBody, RouteDefinition } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { API_PREFIX } from "#platform/http/api-prefix.ts";
import { declaredErrors } from "#platform/http/declared-errors.ts";

/**
 * Throws where a route answers with a status or an error code that it does not declare: OpenAPI would say something else
 * than the server does. What is no contract route is let through.
 */
export function holdToDeclared(
  routes: readonly RouteDefinition[],
  method: string,
  url: string,
  answer: LightMyRequestResponse,
): void {
  const path = url.split("?")[0]?.replace(new RegExp(`^${API_PREFIX}(?=/)`), "") ?? "";
  const route = routes.find((candidate) => candidate.method === method && patternOf(candidate).test(path));
  if (route === undefined || answer.statusCode === (route.status ?? 200)) return;
  if (answer.statusCode === 303 && route.transfer === "redirect") return;
  if (answer.statusCode === 202 && route.transfer === "rpc") return;
  const { code } = answer.statusCode >= 400 ? answer.json<ErrorBody>() : { code: undefined };
  if (code !== undefined && declaredErrors(route).has(code)) return;
  throw new Error(
    `${method} ${route.path} answered ${answer.statusCode} ${code ?? ""}, which it does not declare`,
  );
}

const patterns = new WeakMap<RouteDefinition, RegExp>();
function patternOf(route: RouteDefinition): RegExp {
  let pattern = patterns.get(route);
  if (!pattern)
    patterns.set(route, (pattern = new RegExp(`^${route.path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`)));
  return pattern;
}
