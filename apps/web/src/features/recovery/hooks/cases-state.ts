import {
  declineClasses,
  declineReasons,
  recoveryCredits,
  recoveryParts,
  recoverySorts,
} from "@forestay/contracts/wire";
import { monthName } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber, word } from "@/lib/url-state/index.ts";

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];

/** Which failed payments a list of them shows, as its address says. */
export const casesState = defineUrlState({
  state: choice(["open", "all"], "all"),
  month: word(),
  currency: word(),
  part: choice(keysOf(recoveryParts)),
  class: choice(keysOf(declineClasses)),
  reason: choice(keysOf(declineReasons)),
  credit: choice(keysOf(recoveryCredits)),
  sort: choice(recoverySorts, "amount"),
  page: pageNumber(),
});

/** 'October 2026' of '2026-10'. */
export const monthWords = (month: string): string => `${monthName(month)} ${month.slice(0, 4)}`;

/** Where the failed payments are that a number adds up from. */
export function casesPath(narrowed: Record<string, string | undefined>): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(narrowed)) if (value !== undefined) address.set(name, value);
  return `/app/recovery/cases?${address.toString()}`;
}
