/** What is known of a row, field by field; null where nobody said. */
export interface Heard<S extends object> {
  said: S;
  /** When the newest news of the row was told. */
  toldAtMs: number;
  /** Of fields that are known from earlier news: from when. */
  earlierMs: Partial<Record<keyof S, number>>;
}

/** When a field was told. */
export const toldOf = <S extends object>({ earlierMs, toldAtMs }: Heard<S>, field: keyof S): number =>
  earlierMs[field] ?? toldAtMs;

/**
 * Known fields and news of them as one: each field as it was said last, whatever order news comes in; an absent value says
 * nothing. Of two at the same time the one that comes later counts, but where `holds` says that the known value stays.
 */
export function hear<S extends object>(
  known: Heard<S> | null,
  news: S,
  toldAtMs: number,
  holds: (field: keyof S, known: unknown) => boolean,
): Heard<S> {
  if (known === null) return { said: news, toldAtMs, earlierMs: {} };
  const newestMs = Math.max(known.toldAtMs, toldAtMs);
  const said = { ...known.said };
  const earlierMs: Heard<S>["earlierMs"] = {};
  for (const field of Object.keys(said) as (keyof S)[]) {
    const knownMs = toldOf(known, field);
    const isTaken =
      news[field] !== null &&
      (said[field] === null || toldAtMs > knownMs || (toldAtMs === knownMs && !holds(field, said[field])));
    if (isTaken) said[field] = news[field];
    const fieldMs = isTaken ? toldAtMs : knownMs;
    if (said[field] !== null && fieldMs !== newestMs) earlierMs[field] = fieldMs;
  }
  return { said, toldAtMs: newestMs, earlierMs };
}

/** Column `older` of a row: fields told earlier than the row, and null for those that have a value which nobody said. */
export type Older = Record<string, number | null> | null;

/** What of a stored row was said, and when. `values`: its fields as they stand in the columns. */
export function recall<S extends object>(values: S, toldAtMs: number, older: Older): Heard<S> {
  const said = { ...values };
  const earlierMs: Heard<S>["earlierMs"] = {};
  for (const field of Object.keys(said) as (keyof S & string)[]) {
    const at = older?.[field];
    if (at === null) said[field] = null as S[typeof field];
    else if (at !== undefined) earlierMs[field] = at;
  }
  return { said, toldAtMs, earlierMs };
}

/** The reverse: what stands beside `values` so that `recall` finds what was said. */
export function olderOf<S extends object>({ said, earlierMs }: Heard<S>, values: S): Older {
  const older: Record<string, number | null> = {};
  for (const field of Object.keys(said) as (keyof S & string)[]) {
    if (said[field] === null && values[field] !== null) older[field] = null;
    else if (earlierMs[field] !== undefined && said[field] !== null) older[field] = earlierMs[field];
  }
  return Object.keys(older).length === 0 ? null : older;
}
