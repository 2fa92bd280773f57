import * as fc from "fast-check";
import { expect, it } from "vitest";
import { jsonbText, type JsonbText } from "./jsonb-text.ts";

type Values = Record<string, Parameters<JsonbText["put"]>[1]>;

function textOf(writer: JsonbText, object: Values): string {
  for (const [key, value] of Object.entries(object)) writer.put(key, value);
  return writer.take().toString();
}

it("writes what JSON.stringify writes, whatever the keys and values", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          fc.string(),
          fc.oneof(
            fc.string(),
            fc.string({ unit: "binary" }),
            fc.double(),
            fc.integer(),
            fc.boolean(),
            fc.constant(null),
            fc.constant(undefined),
          ),
        ),
      ),
      (objects) => {
        const writer = jsonbText();
        for (const object of objects)
          expect(JSON.parse(textOf(writer, object))).toEqual(JSON.parse(JSON.stringify(object)));
      },
    ),
  );
});

it("orders keys as jsonb does, also those that an earlier object did not have", () => {
  const writer = jsonbText();
  expect(textOf(writer, { login_30d: 1, plan: "Pro", login_7d: 2 })).toBe(
    '{"plan":"Pro","login_7d":2,"login_30d":1}',
  );
  expect(textOf(writer, { login_180d: 3, billing: "Annual", plan: null })).toBe(
    '{"plan":null,"billing":"Annual","login_180d":3}',
  );
});

it("writes what was put last under a key, and nothing of the object before", () => {
  const writer = jsonbText();
  writer.put("plan", "Pro");
  writer.put("plan", "Scale");
  expect(writer.take().toString()).toBe('{"plan":"Scale"}');
  expect(writer.take().toString()).toBe("{}");
});

it("writes no column that a row does not have, whatever it is called", () => {
  const writer = jsonbText();
  expect(textOf(writer, { constructor: "Renault", toString: "yes" } as unknown as Values)).toBe(
    '{"toString":"yes","constructor":"Renault"}',
  );
  expect(textOf(writer, { plan: "Pro" })).toBe('{"plan":"Pro"}');
  const proto = JSON.parse('{"__proto__":"mine"}') as Values;
  expect(textOf(writer, proto)).toBe('{"__proto__":"mine"}');
  expect(textOf(writer, { plan: "Pro" })).toBe('{"plan":"Pro"}');
});
