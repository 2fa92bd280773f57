import type { ScoreMovedBy } from "@forestay/contracts/wire";
import { expect, it } from "vitest";
import { movedParts } from "./moved-words.ts";

const part = (
  feature: string,
  points: number,
  before: string | null = null,
  after: string | null = null,
): ScoreMovedBy => ({
  feature,
  label: feature,
  before,
  after,
  points,
});

it("names the three that moved it most and adds up the others", () => {
  const parts = movedParts([
    part(
      "Seats unused",
      -2.6,
      "10 of 19 used in the last 30 days, was 8",
      "4 of 19 used in the last 30 days, was 8",
    ),
    part("Fewer logins", 11.5, "52 in the last 30 days, was 34", "14 in the last 30 days, was 35"),
    part("Open tickets", 6.9, "2, was 1", "3, was 1"),
    part("Feature use", 5.1, "105 in the last 30 days", "25 in the last 30 days"),
    part("other", 1),
  ]);
  expect(parts).toEqual([
    { key: "Fewer logins", words: "Fewer logins from 52 to 14", points: 11.5 },
    { key: "Open tickets", words: "Open tickets from 2 to 3", points: 6.9 },
    { key: "Feature use", words: "Feature use from 105 to 25", points: 5.1 },
    { key: "other", words: "Everything else", points: -1.6 },
  ]);
});

it("leaves nothing over that is one, or nothing", () => {
  const four = ["a", "b", "c", "d"].map((name, n) => part(name, 4 - n, "Monthly", "Monthly, was Yearly"));
  expect(movedParts(four).map(({ words }) => words)).toEqual(["a", "b", "c", "d"]);
  expect(movedParts([part("a", 3), part("other", 2)])).toHaveLength(2);
  expect(
    movedParts([part("a", 9), part("b", 8), part("c", 7), part("d", 1), part("other", -1)]),
  ).toHaveLength(3);
});
