import { describe, expect, it } from "vitest";
import { createRandom } from "../random.ts";
import { ascendingOrder, descendingOrder, midranks, tieGroups } from "./score-order.ts";

describe("the order of scores", () => {
  it.each([50, 5000])(
    "is by score and then by row for %i rows, of any sign and size, ties and -0 included",
    (rows) => {
      const random = createRandom(rows);
      const special = [0, -0, 1e-308, -1e-308, 1e308, -1e308, 5e-324, 0.5, -0.5];
      const scores = Array.from({ length: rows }, () =>
        random.next() < 0.3
          ? special[random.int(special.length)]!
          : random.normal() * 10 ** (random.int(9) - 4),
      );
      const numbers = Array.from(scores, (_, row) => row);
      const ascending = numbers.toSorted((a, b) => scores[a]! - scores[b]! || a - b);
      const descending = numbers.toSorted((a, b) => scores[b]! - scores[a]! || a - b);
      expect([...ascendingOrder(scores)]).toEqual(ascending);
      expect([...descendingOrder(scores)]).toEqual(descending);
    },
  );

  it("gives equal scores the mean of their ranks", () => {
    expect([...midranks([3, 1, 3, 2, 3])]).toEqual([4, 1, 4, 2, 4]);
    expect(tieGroups([1, 0, 0, 1, 1], [3, 1, 3, 2, 3])).toEqual([
      { score: 3, rows: 3, events: 2 },
      { score: 2, rows: 1, events: 1 },
      { score: 1, rows: 1, events: 0 },
    ]);
  });
});
