import type { FastifyRequest } from "fastify";
import { AppError } from "./app-error.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a change that a page of another site sent. Browsers always send at least one of the two
 * headers with such a request; scripts send neither and need the bearer token anyway.
 */
export function checkOrigin(request: FastifyRequest, appUrl: string | null): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new AppError("origin_refused");
  const origin = request.headers.origin;
  if (origin === undefined) return;
  const allowed = [`${request.protocol}://${request.host}`, ...(appUrl ? [new URL(appUrl).origin] : [])];
  if (!allowed.includes(origin)) throw new AppError("origin_refused");
}
