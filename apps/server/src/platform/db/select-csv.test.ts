import { sql, type CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { selectCsv } from "./select-csv.ts";
import { withTenantClient, type SqlClient } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const company = "01900000-0000-7000-8000-000000000001";
const written = async (client: SqlClient, query: CompiledQuery) => {
  const pages: Buffer[] = [];
  await selectCsv(client, query, (page) => pages.push(page));
  return Buffer.concat(pages).toString();
};
const selected = (query: ReturnType<typeof sql>) =>
  withTenantClient(database.db, company, ({ tx, client }) => written(client, query.compile(tx)));

it("writes rows as RFC 4180 has it: CRLF between them, quotes where they are needed, nothing for null", async () => {
  const rows = sql`select * from (values (1, 'plain', null), (2, ${'say "hi", Zoë'}, 'a' || chr(10) || 'b'), (3, '', '5')) v`;
  expect(await selected(rows)).toBe('1,plain,\r\n2,"say ""hi"", Zoë","a\nb"\r\n3,"",5\r\n');
});

it("puts rows together that come in pieces of any length, and leaves the connection as it was", async () => {
  // Each part of a message falls on a border somewhere, and some are longer than what is received at once.
  const rows = sql`select n, repeat(chr(97 + n % 26), case when n % 500 = 7 then 300000 + n else n * 7919 % 613 end)
    from generate_series(1, 3000) n`;
  const lines = Array.from({ length: 3000 }, (_, k) => {
    const n = k + 1;
    const text = String.fromCodePoint(97 + (n % 26)).repeat(n % 500 === 7 ? 300_000 + n : (n * 7919) % 613);
    return `${n},${text === "" ? '""' : text}\r\n`;
  });
  await withTenantClient(database.db, company, async ({ tx, client }) => {
    for (let times = 0; times < 2; times++) {
      expect((await written(client, rows.compile(tx))) === lines.join("")).toBe(true);
      expect((await sql`select 1 as one`.execute(tx)).rows).toEqual([{ one: 1 }]);
    }
  });
  // An error after many rows that were sent.
  const failing = sql`select n, 1 / (40000 - n) from generate_series(1, 50000) n`;
  await expect(selected(failing)).rejects.toThrow("division by zero");
  expect(await selected(sql`select 1`)).toBe("1\r\n");
});

it("takes every kind of parameter as the driver would send it", async () => {
  const words = ["it's", 'a "quote"', String.raw`back\slash`, "{a,b}", "null", "$1", "", "üñï"];
  const query = sql`select '$1' as "$2", ${words[0]} || ${words[2]}, ${5}::int + 1, ${true}::boolean,
    ${new Date("2026-03-01T12:30:00.500Z")}::timestamptz, ${null}::text,
    cardinality(${words}::text[]), ${words}::text[] = ${sql.join([sql`array[${sql.join(words)}]`])},
    (${[null, "a"]}::text[])[1] is null, 4 = any(${[4, 5]}::int[])`;
  expect(await selected(query)).toBe(
    String.raw`$1,it'sback\slash,6,true,2026-03-01T12:30:00.5Z,,8,true,true,true` + "\r\n",
  );
});

it("refuses what has no one text, and hands the database's own error on", async () => {
  await expect(selected(sql`select ${{ a: 1 }}::jsonb`)).rejects.toThrow(TypeError);
  await expect(selected(sql`select 1 as one, 2.5 as two`)).rejects.toThrow(
    "No text is known of type 1700 (two)",
  );
  await expect(selected(sql`select 1 / ${0}::int`)).rejects.toThrow("division by zero");
  expect(await selected(sql`select 1`)).toBe("1\r\n");
});
