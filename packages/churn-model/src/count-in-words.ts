/** A number as people read it: 1,369. */
export const inThousands = (count: number): string => count.toLocaleString("en-US");

/** A count as people read it: "1 customer", "1,369 customers". */
export const countInWords = (count: number, what: string): string =>
  `${inThousands(count)} ${what}${count === 1 ? "" : "s"}`;
