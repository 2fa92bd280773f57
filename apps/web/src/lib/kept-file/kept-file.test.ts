import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetKeptFile, keepFile, readKeptFile } from "./kept-file.ts";

/** As much of a browser's database as keeping one thing takes: requests answered later, transactions that complete after them. */
function oneStore(): Pick<IDBFactory, "open"> {
  const kept = new Map<IDBValidKey, unknown>();
  const later = (target: EventTarget, event: string) =>
    queueMicrotask(() => target.dispatchEvent(new Event(event)));
  const asked = (result: unknown) => Object.assign(new EventTarget(), { result });
  const objectStore = () => ({
    get: (key: IDBValidKey) => asked(kept.get(key)),
    put: (value: unknown, key: IDBValidKey) => asked(kept.set(key, value) && key),
    delete: (key: IDBValidKey) => asked(void kept.delete(key)),
  });
  const database = {
    close: () => undefined,
    transaction: () => {
      const transaction = Object.assign(new EventTarget(), { objectStore });
      later(transaction, "complete");
      return transaction;
    },
  };
  return {
    open: () => {
      const opening = asked(database);
      later(opening, "success");
      return opening as never;
    },
  };
}

beforeEach(() => vi.stubGlobal("indexedDB", oneStore()));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const kept = { file: new File(["id\n1\n"], "customers.csv"), mapping: { columns: [] } as never };

it("is offered to whoever signs in first, and to nobody after them", async () => {
  await keepFile(kept);
  expect(await readKeptFile("visitor")).toEqual(kept);
  expect(await readKeptFile("colleague")).toBeNull();
  expect(await readKeptFile("visitor")).toEqual(kept);
  await forgetKeptFile();
  expect(await readKeptFile("visitor")).toBeNull();
  // Another visitor's file is another one.
  await keepFile(kept);
  expect(await readKeptFile("colleague")).toEqual(kept);
});

it("is gone after a week", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-01T12:00:00Z") });
  await keepFile(kept);
  vi.setSystemTime(new Date("2026-11-08T12:00:01Z"));
  expect(await readKeptFile("visitor")).toBeNull();
});
