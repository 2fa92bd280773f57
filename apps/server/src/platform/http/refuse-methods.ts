import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";
import { API_PREFIX } from "./api-prefix.ts";

/** Answers 405 to these methods of an address below the API, with those it takes; elsewhere an unknown one is a 404. */
export function refuseMethods(
  server: FastifyInstance,
  path: `/${string}`,
  methods: readonly ("GET" | "DELETE")[],
  allow: string,
): void {
  server.route({
    method: [...methods],
    url: API_PREFIX + path,
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.header("allow", allow);
      throw new AppError("method_not_allowed");
    },
  });
}
