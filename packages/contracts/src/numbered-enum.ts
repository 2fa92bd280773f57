import { z } from "zod";

/** An enumeration that is a number on the wire. */
export function numberedEnum<const V extends Record<string, number>>(values: V) {
  return z.literal(Object.values(values) as [V[keyof V], ...V[keyof V][]]);
}
