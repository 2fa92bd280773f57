/**
 * Why a call to a connected system was not answered as it should be.
 * `expired`: it no longer lets us in. `forbidden`: the credential may not do this. `passing`: it is down, slow or busy.
 * `wrong`: it answered with something that we do not understand. `place_gone`: it no longer knows the place in a list that we
 * go on from; the list is read from its beginning.
 */
export type ProviderFailure = "expired" | "forbidden" | "passing" | "wrong" | "place_gone";

export class ProviderError extends Error {
  override name = "ProviderError";
  readonly failure: ProviderFailure;
  /** How long it asks to be left alone. */
  readonly retryAfterMs: number | null;

  /** `message` is shown to people: what happened and what to do. */
  constructor(failure: ProviderFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}
