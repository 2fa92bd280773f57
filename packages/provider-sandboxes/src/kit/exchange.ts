import type { Form } from "./form-body.ts";

/** A request as a stand-in's routes see it. */
export interface PeerRequest {
  method: string;
  /** Without the query, still encoded. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Record<string, string>;
  rawBody: string;
  /** Named parts of the route's path, decoded. */
  params: Record<string, string>;
  /** The body or, of a GET, the query, with brackets read. */
  form: Form;
  /** The body as JSON; undefined where it is none. */
  json: unknown;
}

/** What a stand-in kept of a request that it was sent. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
  /** By the stand-in's clock, milliseconds. */
  at: number;
  /** 0 where the connection was dropped. */
  status: number;
}

/** An answer: an object goes out as JSON, a text as it is. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Handler = (request: PeerRequest) => Answer | Promise<Answer>;

/** Thrown by a route to answer at once. */
export class AnswerError extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`answered with ${answer.status}`);
    this.answer = answer;
  }
}
