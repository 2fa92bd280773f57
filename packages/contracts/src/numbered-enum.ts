import { z } from "zod";

/** Enumerations are numbers on the wire where the spec numbers them (section 3, decision 8). */
export function numberedEnum<const V extends Record<string, number>>(values: V) {
  return z.literal(Object.values(values) as [V[keyof V], ...V[keyof V][]]);
}
