import { customerRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCustomers, buildWorld, type World } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  world = await buildWorld(app);
  const names = [
    "Leon Park",
    "Leonie Parker",
    "Renata Salgado",
    "Oskar Wójcik",
    "Lena Ott",
    "Priya Raghunathan",
  ];
  await addCustomers(
    app,
    world.companyId,
    names.map((fullName, n) => ({ externalId: `c-${n}`, fullName, email: `mail${n}@harborline.example` })),
  );
});
afterAll(() => app.close());

async function found(text: string) {
  const { body } = await app.call(world.owner, customerRoutes.search, { query: { text } });
  return [body.isSimilar, body.items.map(({ fullName }) => fullName)];
}

it.each(["small", "large"])("finds who was meant in a %s company, the nearest first", async (size) => {
  // The way of a large company is taken where its total says so.
  if (size === "large")
    await app.queryAsAdmin("update customer_totals set customer_count = 1000000 where company_id = $1", [
      world.companyId,
    ]);
  expect(await found("leon")).toEqual([false, expect.arrayContaining(["Leon Park", "Leonie Parker"])]);
  expect(await found("loen park")).toEqual([true, ["Leon Park"]]);
  expect(await found("elon p")).toEqual([true, ["Leon Park"]]);
  // By family name, in any alphabet's letters, and by address.
  for (const typed of ["slagado", "saglado", "salgdo", "salgaddo", "sblgado"])
    expect([typed, await found(typed)]).toEqual([typed, [true, ["Renata Salgado"]]]);
  expect(await found("wojcik")).toEqual([true, ["Oskar Wójcik"]]);
  expect(await found("raghunatan")).toEqual([true, ["Priya Raghunathan"]]);
  expect(await found("mial3@")).toEqual([true, expect.arrayContaining(["Oskar Wójcik"])]);
  // Too short to be nearly anything, and nothing alike.
  expect(await found("lxp")).toEqual([false, []]);
  expect(await found("zzzzzzzz")).toEqual([false, []]);
});
