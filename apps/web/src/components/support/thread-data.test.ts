import type { SupportMessage } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import type { ActiveSession, SupportThreadData } from "./thread-data.ts";
import { withEarlier, withKnownPlaces, withMessage, withNews, withReadMark } from "./thread-data.ts";

const message = (sequence: number, isFromUser = true) =>
  ({ id: `m${sequence}`, sequence, isFromUser, isRead: false }) as SupportMessage;
const thread = (...sequences: number[]): SupportThreadData => ({
  items: sequences.map((sequence) => message(sequence)),
  hasEarlier: false,
  session: { lastSequence: sequences.at(-1) ?? 0, staffReadSequence: 0, userReadSequence: 0 } as never,
});
const places = ({ items }: SupportThreadData) => items.map((one) => one.sequence);

it("shows each message once and in its place, and knows when one is missing", () => {
  const twice = withMessage(withMessage(thread(1, 2), message(3)).data, message(3));
  expect([places(twice.data), twice.isWhole]).toEqual([[1, 2, 3], true]);
  const gap = withMessage(thread(1, 2), message(5));
  expect([places(gap.data), gap.isWhole]).toEqual([[1, 2, 5], false]);
  const late = withMessage(gap.data, message(3));
  expect(places(late.data)).toEqual([1, 2, 3, 5]);
});

it("keeps what came in while an older answer was on its way", () => {
  expect(places(withNews(thread(1, 2), thread(1, 2, 3, 4)))).toEqual([1, 2, 3, 4]);
  expect(withNews(thread(1, 2), thread(1, 2, 3)).session.lastSequence).toBe(3);
  expect(places(withNews(thread(3, 4), thread(1)))).toEqual([3, 4]);
  expect(places(withNews(thread(1), undefined))).toEqual([1]);
});

it("keeps what was read back, where nothing is missing between", () => {
  const newest = { ...thread(5, 6), hasEarlier: true };
  const whole = withEarlier(newest, { ...thread(3, 4), hasEarlier: true });
  expect([places(whole), whole.hasEarlier]).toEqual([[3, 4, 5, 6], true]);
  const begun = withEarlier(whole, thread(1, 2));
  expect([places(begun), begun.hasEarlier]).toEqual([[1, 2, 3, 4, 5, 6], false]);
  const asked = withNews({ ...thread(6, 7), hasEarlier: true }, begun);
  expect([places(asked), asked.hasEarlier]).toEqual([[1, 2, 3, 4, 5, 6, 7], false]);
  const apart = withNews({ ...thread(9, 10), hasEarlier: true }, begun);
  expect([places(apart), apart.hasEarlier]).toEqual([[9, 10], true]);
});

it("counts a session no shorter, and no less read, than it was known to be", () => {
  const active = (id: string, lastSequence: number, userReadSequence: number) =>
    ({ session: { id, lastSequence, userReadSequence }, isStaffOnline: true }) as ActiveSession;
  expect(withKnownPlaces(active("a", 8, 6), active("a", 9, 7))).toEqual(active("a", 9, 7));
  expect(withKnownPlaces(active("a", 9, 8), active("a", 8, 7))).toEqual(active("a", 9, 8));
  expect(withKnownPlaces(active("b", 1, 0), active("a", 9, 7))).toEqual(active("b", 1, 0));
  const none = { session: null, isStaffOnline: false, supportEmail: null };
  expect(withKnownPlaces(none, active("a", 9, 7))).toBe(none);
});

it("marks as read what the other side wrote, and never takes a mark back", () => {
  const read = withReadMark(thread(1, 2, 3), { isByUser: false, sequence: 2 });
  expect(read.items.map((one) => one.isRead)).toEqual([true, true, false]);
  expect(withReadMark(read, { isByUser: false, sequence: 1 })).toBe(read);
  expect(withReadMark(thread(1), { isByUser: true, sequence: 1 }).items[0]?.isRead).toBe(false);
});
