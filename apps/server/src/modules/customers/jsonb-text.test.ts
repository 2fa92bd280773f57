import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsonbTexts } from "./jsonb-text.ts";

it("writes what JSON.stringify writes, whatever the keys and values", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          fc.string(),
          fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
        ),
      ),
      (objects) => {
        const textOf = jsonbTexts();
        for (const object of objects)
          expect(JSON.parse(textOf(object))).toEqual(JSON.parse(JSON.stringify(object)));
      },
    ),
  );
});

it("orders keys as jsonb does, also those that an earlier object did not have", () => {
  const textOf = jsonbTexts();
  expect(textOf({ login_30d: 1, plan: "Pro", login_7d: 2 })).toBe(
    '{"plan":"Pro","login_7d":2,"login_30d":1}',
  );
  expect(textOf({ login_180d: 3, billing: "Annual", plan: null })).toBe(
    '{"plan":null,"billing":"Annual","login_180d":3}',
  );
});

it("writes no column that a row does not have, whatever it is called", () => {
  const textOf = jsonbTexts();
  expect(textOf({ constructor: "Renault", toString: "yes" })).toBe(
    '{"toString":"yes","constructor":"Renault"}',
  );
  expect(textOf({ plan: "Pro" })).toBe('{"plan":"Pro"}');
  const proto: Record<string, unknown> = JSON.parse('{"__proto__":"mine"}');
  expect(textOf(proto)).toBe('{"__proto__":"mine"}');
  expect(textOf({ plan: "Pro" })).toBe('{"plan":"Pro"}');
});
