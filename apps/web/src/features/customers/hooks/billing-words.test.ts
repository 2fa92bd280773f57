import type { Billing } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import { billStatus, chargeWords, openWords, triesWords } from "./billing-words.ts";

type Bill = Billing["bills"][number];
/** Of a year that is over: dates say it. */
const at = "2020-01-15T12:00:00.000Z";
const bill = (more: Partial<Bill> = {}): Bill => ({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d7bb",
  number: "I-1",
  amount: 50,
  currency: "USD",
  status: 1,
  refunded: 0,
  issuedAt: at,
  dueAt: null,
  paidAt: null,
  isOverdue: false,
  tries: 0,
  lastTry: null,
  ...more,
});

it("says what is open in every currency, and nothing where nothing is", () => {
  expect(openWords([])).toBe("Nothing is open");
  expect(openWords([{ amount: 1240, currency: "USD", bills: 1 }])).toBe("$1,240 is open on 1 bill");
  expect(
    openWords([
      { amount: 12.5, currency: "USD", bills: 2 },
      { amount: 900, currency: "JPY", bills: 1 },
    ]),
  ).toBe("$12.50 and ¥900 are open on 3 bills");
});

it("says what is charged, how often, and when next", () => {
  const charge = {
    amount: 50,
    currency: "USD",
    plan: "Pro",
    intervalUnit: "month",
    intervalCount: 1,
    isEstimated: false,
  } as const;
  expect(chargeWords([])).toBe("No subscription charges it now");
  expect(
    chargeWords([
      { ...charge, renewsAt: at },
      { ...charge, plan: null, intervalCount: 3, renewsAt: null },
      { ...charge, plan: "Calls", isEstimated: true, renewsAt: null },
    ]),
  ).toBe(
    "Charged $50 a month for Pro, next on Jan 15, 2020 · Charged $50 every 3 months · Charged by use, about $50 a month for Calls",
  );
});

it("has one word for what became of a bill, and says how often it was tried", () => {
  const failed = { at, succeeded: false, declineCode: "insufficient_funds" };
  const word = (more: Partial<Bill>) => billStatus(bill(more)).word;
  expect([
    word({}),
    word({ isOverdue: true }),
    word({ isOverdue: true, lastTry: failed }),
    word({ status: 2 }),
    word({ status: 2, refunded: 20 }),
    word({ status: 2, refunded: 50 }),
    word({ status: 3 }),
    word({ status: 4, lastTry: failed }),
  ]).toEqual(["Open", "Overdue", "Failed", "Paid", "Partly refunded", "Refunded", "Void", "Uncollectible"]);
  expect(triesWords(bill())).toBe("");
  expect(triesWords(bill({ tries: 1, lastTry: { ...failed, succeeded: true } }))).toBe("First try");
  expect(triesWords(bill({ tries: 2, lastTry: { ...failed, succeeded: true } }))).toBe("Try 2, Jan 15, 2020");
  expect(triesWords(bill({ tries: 2, lastTry: failed }))).toBe(
    "2 tries, the last Jan 15, 2020: insufficient funds",
  );
  expect(triesWords(bill({ tries: 1, lastTry: { ...failed, declineCode: null } }))).toBe(
    "1 try Jan 15, 2020",
  );
});
