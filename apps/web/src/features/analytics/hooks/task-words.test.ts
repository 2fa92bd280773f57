import { expect, it } from "vitest";
import { notGivenWords, toBeGiven } from "./task-words.ts";

const here = { hasLeft: false, hasOpenTask: false };
const left = { hasLeft: true, hasOpenTask: false };
const given = { hasLeft: false, hasOpenTask: true };
/** Its task is open still, but it is not to be called. */
const both = { hasLeft: true, hasOpenTask: true };

it("tasks are for who is still here and has none yet, and the others are counted once, in words", () => {
  expect(toBeGiven([here, left, given, both])).toEqual([here]);
  expect(notGivenWords([here])).toBeNull();
  expect(notGivenWords([here, left])).toBe("1 has left since this run and gets no task.");
  expect(notGivenWords([given, given])).toBe("2 have an open task already.");
  expect(notGivenWords([here, left, both, given])).toBe(
    "2 have left since this run and get no task. 1 has an open task already.",
  );
});
