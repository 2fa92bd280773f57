import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createHub, type HubCallOf, type HubMethods, type HubRequest } from "../index.ts";

const contract = {
  methods: {
    Rename: { args: [z.string(), z.coerce.number()], result: z.boolean() },
    Progress: { args: [z.string()], stream: z.number() },
    Import: { args: [], uploads: [z.string()], result: z.number() },
    Leave: { args: [] },
  },
  events: { renamed: z.object({ id: z.string() }), moved: [z.number(), z.number()], emptied: [] },
  clientMethods: { Confirm: { args: [z.string()], result: z.boolean() } },
} as const;

type User = { userId: string; claims: { isAdmin: boolean } };

const methods: HubMethods<typeof contract, User> = {
  Rename: {
    authorize: (call) => call.user.claims.isAdmin,
    handle: (_call, id, version) => id !== "" && version > 0,
  },
  async *Progress(_call, id) {
    yield id.length;
  },
  async Import(_call, rows) {
    let count = 0;
    for await (const row of rows) count += row.length;
    return count;
  },
  Leave: () => undefined,
};

describe("a hub made from a contract", () => {
  test("types handlers, events and client methods by its schemas", () => {
    const authenticate = ({ token }: HubRequest): User | null =>
      token === null ? null : { userId: token, claims: { isAdmin: true } };
    const hub = createHub({ path: "/hub", contract, authenticate, methods });
    expectTypeOf(hub.clients.all.send<"renamed">).parameters.toEqualTypeOf<["renamed", { id: string }]>();
    expectTypeOf(hub.clients.all.send<"moved">).parameters.toEqualTypeOf<["moved", number, number]>();
    expectTypeOf(hub.clients.all.send<"emptied">).parameters.toEqualTypeOf<["emptied"]>();
    expectTypeOf(hub.clients.connection("").invoke<"Confirm">).returns.resolves.toEqualTypeOf<boolean>();
    expect(hub.name).toBe("/hub");
  });

  test("gives a handler what authenticate returned and what the schemas make of the arguments", () => {
    createHub({
      path: "/hub",
      contract: { methods: { Rename: contract.methods.Rename }, events: {} },
      authenticate: ({ token }) => (token === null ? null : { userId: token, claims: { isAdmin: true } }),
      methods: {
        Rename(call, id, version) {
          expectTypeOf(call.user).toEqualTypeOf<User>();
          expectTypeOf(id).toEqualTypeOf<string>();
          expectTypeOf(version).toEqualTypeOf<number>();
          return true;
        },
      },
    });
  });

  test("has no user without authenticate", () => {
    createHub({
      path: "/hub",
      contract: { methods: { Who: { args: [] } }, events: {} },
      methods: {
        Who(call) {
          expectTypeOf(call.user).toEqualTypeOf<null>();
        },
      },
    });
    expectTypeOf<HubCallOf<typeof contract, User>["user"]>().toEqualTypeOf<User>();
  });

  test("is refused when a method has no handler, or two methods differ only by case", () => {
    const { Leave, ...others } = methods;
    const create = (incomplete: object) =>
      createHub({ path: "/hub", contract, methods: incomplete as HubMethods<typeof contract, null> });
    expect(() => create(others)).toThrow("hub method 'Leave' has no handler");
    expect(() => create({ ...others, toString: Leave })).toThrow(TypeError);
    expect(() =>
      createHub({
        path: "/hub",
        contract: { methods: { Say: { args: [] }, say: { args: [] } }, events: {} },
        methods: { Say: () => undefined, say: () => undefined },
      }),
    ).toThrow("differs from another only by case");
  });
});
