import type { RouteDefinition } from "@forestay/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";

/** What a route's OpenAPI examples are, where it has some (route-examples.ts of the contracts). */
export interface RouteExample {
  body?: unknown;
  response?: unknown;
}

/** A handler that returned; `body` is what it returned, not yet serialised. */
export interface HandlerAnswer {
  status: number;
  body: unknown;
}

/** What answering may know beside the answer itself. */
export interface AnswerContext {
  route: RouteDefinition;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the caller has gone or the server stops. */
  signal: AbortSignal;
  /** Between two signs of life of an idle stream. */
  heartbeatMs: number;
}

/** What differs between routes by how their body and answer travel; everything else is bind's. */
export interface TransferKind {
  /** Time its handlers have unless the route says otherwise, in ms; null: as long as they take. */
  timeoutMs: number | null;
  /** Its answers go on after the handler has returned, so they are ended when the server stops. */
  staysOpen: boolean;
  /** Whether a repeat under the same Idempotency-Key can be recognised and answered again. */
  isRepeatable: boolean;
  /** Sets the parsers of a scope that holds this one route; absent: those of the server. */
  parseBodies?(scope: FastifyInstance): void;
  /** Throws `unsupported_media_type` for a body of another kind. */
  checkBody(request: FastifyRequest): void;
  /** The body as validated and as OpenAPI shows it. */
  requestSchema(route: RouteDefinition, example: RouteExample | undefined): Record<string, unknown>;
  /** The successful answer by its status, in the same two roles. */
  responseSchema(route: RouteDefinition, example: RouteExample | undefined): Record<string, unknown>;
  send(answer: HandlerAnswer, context: AnswerContext): FastifyReply | Promise<FastifyReply>;
}

export const withExample = (schema: z.ZodType, example: unknown): z.ZodType =>
  example === undefined ? schema : schema.meta({ examples: [example] });
