import { AnswerError, type Answer, type PeerClock, type PeerRequest } from "../../kit/index.ts";
import { stripeError } from "../stripe-errors.ts";

const LIFE_MS = 24 * 3_600_000;

interface Kept {
  /** Method, path and body. */
  said: string;
  at: number;
  /** Undefined while the first call is on its way. */
  answer: Answer | undefined;
}

/** Answers of POSTs with an `Idempotency-Key`, kept for 24 hours. */
export class IdempotentAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #clock: PeerClock;

  constructor(clock: PeerClock) {
    this.#clock = clock;
  }

  /** The first answer again for the same call, a refusal for another one under the same key. */
  async once(request: PeerRequest, callerKey: string, serve: () => Promise<Answer>): Promise<Answer> {
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || !key) return serve();
    const name = `${callerKey} ${key}`;
    const said = `${request.method} ${request.path}\n${request.rawBody}`;
    const kept = this.#kept.get(name);
    if (kept && kept.at + LIFE_MS > this.#clock.now()) {
      if (kept.said !== said)
        throw stripeError(
          400,
          "idempotency_error",
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      if (!kept.answer)
        throw stripeError(
          409,
          "idempotency_error",
          "There is currently another in-progress request using this Idempotency Key.",
          { code: "idempotency_key_in_use" },
        );
      return { ...kept.answer, headers: { ...kept.answer.headers, "idempotent-replayed": "true" } };
    }
    const entry: Kept = { said, at: this.#clock.now(), answer: undefined };
    this.#kept.set(name, entry);
    try {
      entry.answer = await serve();
      return entry.answer;
    } catch (error) {
      // What was refused before anything was done is not kept; a declined card was a deed.
      if (error instanceof AnswerError && error.answer.status === 402) entry.answer = error.answer;
      else this.#kept.delete(name);
      throw error;
    }
  }
}
