import { csvLine } from "@forestay/contracts/words";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/index.ts";
import { selectCsv, type Members } from "./select-csv.ts";
import { withTenant, withTenantClient } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const company = "01900000-0000-7000-8000-000000000001";
const selected = (query: ReturnType<typeof sql>, members: Members = new Map()) =>
  withTenantClient(database.db, company, async ({ tx, client }) => {
    const pages: Buffer[] = [];
    await selectCsv(client, query.compile(tx), (page) => pages.push(page), { members });
    return Buffer.concat(pages).toString();
  });
/** One column, as the driver reads it. */
const read = async <Value>(query: ReturnType<typeof sql>): Promise<Value[]> =>
  (await withTenant(database.db, company, (tx) => query.execute(tx))).rows.map(
    (row) => Object.values(row as Record<string, Value>)[0]!,
  );
const linesOf = (texts: readonly string[]) => texts.map((text) => `${text}\r\n`).join("");

it("writes moments as PostgreSQL does, with as many decimals as they have", async () => {
  const moments = sql`(
    select moment from unnest(${[
      "2026-03-01T12:30:00Z",
      "2026-03-01T12:30:00.500Z",
      "2026-03-01T12:30:00.000001Z",
      "2026-03-01T12:30:59.999990Z",
      "2026-03-01T12:30:00+02",
      "2000-01-01T00:00:00Z",
      "1999-12-31T23:59:59.999999Z",
      "1969-12-31T23:59:59.999999Z",
      // The least and the most that a double counts in microseconds, and beyond.
      "1714-07-27T00:12:34.740991Z",
      "1714-07-27T00:12:34.740993Z",
      "2285-06-04T23:47:25.259009Z",
      "2285-06-05T00:00:00.000001Z",
      "0001-01-01T00:00:00Z",
      "0999-12-31T23:59:59.1Z",
      "9999-12-31T23:59:59.999999Z",
      "10000-01-01T00:00:00Z",
      "294276-12-31T23:59:59.999999Z",
    ]}::timestamptz[]) moment
    union all select * from generate_series('1600-01-01'::timestamptz, '2900-01-01', interval '41 days 7 hours 61.001001 s')
    union all select * from generate_series('1896-01-01'::timestamptz, '1905-01-01', interval '1 day')
    union all select * from generate_series('1996-01-01T23:59:59.999999Z'::timestamptz, '2005-01-01', interval '1 day'))`;
  const written = await selected(sql`select moment from ${moments} m order by moment`);
  const asText = sql`select replace(moment::timestamp::text, ' ', 'T') || 'Z' from ${moments} m order by moment`;
  expect(written).toBe(linesOf(await read<string>(asText)));
});

it("writes years before the first as ISO 8601 counts them, and what is no moment in a word", async () => {
  const moments = sql`select '0001-12-31 23:00:00 BC'::timestamptz, '0045-03-15 10:00:00.25 BC'::timestamptz,
    '4713-01-01 BC'::timestamptz, 'infinity'::timestamptz, '-infinity'::timestamptz, null::timestamptz`;
  expect(await selected(moments)).toBe(
    "0000-12-31T23:00:00Z,-0044-03-15T10:00:00.25Z,-4712-01-01T00:00:00Z,infinity,-infinity,\r\n",
  );
});

it("writes numbers with the fewest digits that say them", async () => {
  const doubles = sql`(
    select value from unnest(${[
      0,
      1,
      -1,
      0.1,
      0.01,
      0.001,
      -0.001,
      0.0005,
      1e-7,
      0.3,
      0.1 + 0.2,
      1 / 3,
      12_345.6,
      1005,
      1e3,
      -99.99,
      2 ** 31,
      2 ** 31 - 1,
      2 ** 53,
      999_999_999_999.999,
      999_999_999_999.99,
      1e12,
      1e15,
      123_456_789_012.345,
      1e21,
      5e-324,
    ]}::float8[]) value
    union all select n::float8 / 100 from generate_series(-12000, 12000) n
    union all select (n::bigint * 7919 * 104729)::float8 / 1000 from generate_series(1, 5000) n
    union all select (n::bigint * 1000003 * 300007)::float8 / 100 from generate_series(1, 5000) n)`;
  const query = sql`select value from ${doubles} d order by value`;
  expect(await selected(query)).toBe(linesOf((await read<number>(query)).map(String)));
  const whole = [0, 7, -7, 9, 10, 99, 100, 32_767, -32_768];
  expect(await selected(sql`select unnest(${whole}::smallint[])`)).toBe(linesOf(whole.map(String)));
  whole.push(99_999, 100_000, 999_999_999, 1_000_000_000, 2_147_483_647, -2_147_483_648);
  expect(await selected(sql`select unnest(${whole}::int[])`)).toBe(linesOf(whole.map(String)));
  expect(await selected(sql`select true, false, null::boolean, 'NaN'::float8`)).toBe("true,false,,NaN\r\n");
});

it("writes ids", async () => {
  const ids = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", company];
  ids.push(...(await read<string>(sql`select uuidv4() from generate_series(1, 300)`)));
  expect(await selected(sql`select unnest(${ids}::uuid[])`)).toBe(linesOf(ids));
});

const words = [
  ...'plain|say "hi"|"|a,b|,|line\nbreak|\r|\r\n|\t|\ttab|=1+1|+1|-1|@x|\'=1|="a,b"|\uff1d1|\uff0b|\uff0d|\uff20|\uff0c|\uff1e|\uef00'.split(
    "|",
  ),
  ..."Zoë|😀|=😀|\ufeffbom| spaced |\\|\\.|\\n|null|{a,b}|\u0001|\u007f|\u2028".split("|"),
  `${"long ".repeat(40_000)}"end"`,
  "=".repeat(70_000),
];

it("keeps a spreadsheet from running what it reads, whatever letter that begins with", async () => {
  const codes = [
    ...Array.from({ length: 0x300 }, (_, n) => n + 1),
    ...Array.from({ length: 0x1100 }, (_, n) => 0xef00 + n),
    0x1f600,
  ];
  const begun = codes.map((code) => String.fromCodePoint(code)).flatMap((letter) => [letter, `${letter}1`]);
  expect(await selected(sql`select unnest(${begun}::text[])`)).toBe(
    begun.map((word) => csvLine([word])).join(""),
  );
});

it("writes text as a line of ours has it, and an empty one as another than none", async () => {
  expect(await selected(sql`select unnest(${words}::text[])`)).toBe(
    words.map((word) => csvLine([word])).join(""),
  );
  expect(await selected(sql`select '', null::text, ''::varchar`)).toBe('"",,""\r\n');
});

it("writes a value of JSON as its text, and only what is text there keeps a spreadsheet from running it", async () => {
  const values = [
    ...words,
    -4,
    "-4",
    -0.5,
    1e3,
    1.25,
    true,
    false,
    null,
    [1, "-x"],
    { a: "=1" },
    {},
    '\b\f"\\/',
  ];
  const texts = await read<string | null>(
    sql`select value -> 'x' ->> 0 from jsonb_array_elements(${JSON.stringify(values.map((value) => ({ x: [value] })))}::jsonb) value`,
  );
  const lines = values.map((value, n) => {
    if (value === null) return "\r\n";
    if (typeof value === "string") return csvLine([value]);
    const text = texts[n]!;
    return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"\r\n` : `${text}\r\n`;
  });
  const query = sql`select value from jsonb_array_elements(${JSON.stringify(values)}::jsonb) value`;
  expect(await selected(query)).toBe(lines.join(""));
  expect(await selected(sql`select '""'::jsonb, '{}'::jsonb -> 'x'`)).toBe('"",\r\n');
});

it("writes values of one object in several columns, whichever it has and in whatever order they are asked for", async () => {
  const keys = [
    "b",
    "a",
    'say "hi"',
    "é",
    "back\\slash",
    "long key",
    "__proto__",
    "",
    "line\nbreak",
    "never",
  ];
  const texts = ["x", 'a "b", c', "=1", "-1", "}", "{", "]", String.raw`\"`, "\n", ""];
  const values = [...texts, -1, null, true, 2.5, [1, [2, "]"]], { b: 5, c: { d: "}" } }, [], {}];
  // Each value under each key, beside keys that nobody asks for, and each key left out in its turn.
  const objects = Array.from({ length: 400 }, (_, n) =>
    Object.fromEntries(
      [...keys.slice(0, -1), "c", "zz", "another one"]
        .filter((_key, place) => (n * 7 + place * 3) % 11 > n % 4)
        .map((key, place) => [key, values[(n + place * 5) % values.length]]),
    ),
  );
  const rows = sql`jsonb_array_elements(${JSON.stringify([...objects, {}, [], 5, null, "text"])}::jsonb) with ordinality r (o, n)`;
  for (const asked of [keys, keys.toReversed(), ["a"], ["never", "a", "b"]]) {
    const one = sql`select n::int, o, true from ${rows} order by n`;
    const each = sql`select n::int, ${sql.join(asked.map((key) => sql`o -> ${key}::text`))}, true from ${rows} order by n`;
    expect(await selected(one, new Map([[1, asked]]))).toBe(await selected(each));
  }
  // Many that are not there take their commas' room.
  const many = Array.from({ length: 3000 }, (_, n) => `k${n}`);
  const empty = sql`select '{}'::jsonb from generate_series(1, 300)`;
  expect(await selected(empty, new Map([[0, many]]))).toBe(
    linesOf(Array.from({ length: 300 }, () => ",".repeat(2999))),
  );
});
