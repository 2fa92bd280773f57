import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { encodeLedgerWave } from "../../apps/server/src/modules/ledger/encoding/index.ts";
import { refreshStaleCustomers, writeLedgerWave } from "../../apps/server/src/modules/ledger/index.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { withTenantClient } from "../../apps/server/src/platform/db/transaction.ts";
import { startBenchApp, type BenchApp } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";

const EVENTS = 2_000_000;
const CUSTOMERS = 100_000;
const ROWS_PER_WAVE = 20_000;
const ROUNDS = 2;
const LEAST_RATIO = 0.4;
const MONTHS_24_MS = 730 * 86_400_000;
const UNTIL = new Date("2026-06-01T00:00:00Z");
const types = ["login", "report viewed", "export", "invite sent", "ticket opened", "api call"];

type Wave = ReturnType<typeof encodeLedgerWave>;

/**
 * Events of two years, in the order of time as a product logs them, through the ledger's door and until every customer's own row
 * says when it was last there; against a bare COPY of the same rows, with their customers' ids at hand, into a table with the
 * same key and foreign key. What encodes rows runs in another process, and is measured apart.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp({ workers: false });
  const db = createDatabase({ connectionString: app.connectionString, statementTimeoutMs: 600_000 });
  try {
    const own: number[] = [];
    const refreshing: number[] = [];
    const peer: number[] = [];
    let encodeSeconds = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { companyId } = await app.company();
      const ids = await addCustomers(app, companyId);
      peer.push(await bareCopy(app, companyId, ids));
      const startedAt = performance.now();
      const waves = [...encodeEvents()];
      encodeSeconds = (performance.now() - startedAt) / 1000;
      const { seconds, refreshSeconds } = await writeWaves(db, companyId, waves);
      own.push(seconds);
      refreshing.push(refreshSeconds);
    }
    const ratio = Math.min(...peer) / Math.min(...own);
    return [
      {
        measure: `${EVENTS.toLocaleString("en")} events of ${CUSTOMERS.toLocaleString("en")} customers written, as a share of a bare COPY's rate`,
        value: ratio,
        unit: "ratio",
        goal: `at least ${LEAST_RATIO}`,
        passed: ratio >= LEAST_RATIO,
      },
      { measure: "the same", value: EVENTS / Math.min(...own), unit: "rows/s" },
      { measure: "bare COPY of the same rows", value: EVENTS / Math.min(...peer), unit: "rows/s" },
      { measure: "of it customers told anew at the end", value: Math.min(...refreshing), unit: "s" },
      { measure: "encoding the rows, beside it", value: encodeSeconds, unit: "s" },
    ];
  } finally {
    await db.close();
    await app.stop();
  }
}

/** Each customer's number and id. */
async function addCustomers(app: BenchApp, companyId: string): Promise<string[]> {
  const { rows } = await app.admin.query<{ id: string }>(
    `with added as (
       insert into customers (company_id, external_id, email, full_name, plan)
       select $1, 'C-' || n, 'c' || n || '@example.test', 'Customer ' || n, 'Pro' from generate_series(0, $2 - 1) n
       returning id, external_id
     )
     select id from added order by substr(external_id, 3)::int`,
    [companyId, CUSTOMERS],
  );
  await app.admin.query("vacuum (analyze) customers");
  return rows.map(({ id }) => id);
}

/** The same events each time: a customer, a type and a value by multiplication, a moment by the order. */
function eventAt(place: number): {
  customer: number;
  type: number;
  occurredAt: string;
  value: number | null;
} {
  const mixed = Math.imul(place + 1, 2_654_435_761) >>> 0;
  return {
    customer: mixed % CUSTOMERS,
    type: (mixed >>> 8) % types.length,
    occurredAt: new Date(UNTIL.getTime() - MONTHS_24_MS + (place / EVENTS) * MONTHS_24_MS).toISOString(),
    value: mixed % 4 === 0 ? mixed % 60 : null,
  };
}

function* encodeEvents(): Generator<Wave> {
  for (let first = 0; first < EVENTS; first += ROWS_PER_WAVE) {
    const rows = Array.from({ length: ROWS_PER_WAVE }, (_, at) => {
      const { customer, type, occurredAt, value } = eventAt(first + at);
      const record = {
        customer: { externalId: `C-${customer}` },
        type: types[type] ?? "",
        occurredAt,
        value,
      };
      return { rowNumber: first + at, record };
    });
    yield encodeLedgerWave("events", rows);
  }
}

async function writeWaves(
  db: Database,
  companyId: string,
  waves: readonly Wave[],
): Promise<{ seconds: number; refreshSeconds: number }> {
  const startedAt = performance.now();
  let written = 0;
  for (const wave of waves) {
    written += await withTenantClient(db, companyId, async ({ client }) => {
      await client.query("set local synchronous_commit = off");
      const { created } = await writeLedgerWave(client, companyId, wave, {
        source: "file",
        toldAt: UNTIL,
        unknownCustomers: "reject",
        summary: "later",
      });
      return created;
    });
  }
  const writtenAt = performance.now();
  for (let more = true; more;) {
    more = await withTenantClient(db, companyId, ({ client }) =>
      refreshStaleCustomers(client, companyId, { now: UNTIL }),
    );
  }
  const endedAt = performance.now();
  if (written !== EVENTS) throw new Error(`${written} of ${EVENTS} events were written`);
  return { seconds: (endedAt - startedAt) / 1000, refreshSeconds: (endedAt - writtenAt) / 1000 };
}

async function bareCopy(app: BenchApp, companyId: string, ids: readonly string[]): Promise<number> {
  await app.admin.query("drop table if exists bare_events");
  await app.admin.query(
    "create table bare_events (like events including defaults including constraints including indexes)",
  );
  await app.admin.query(
    "alter table bare_events add foreign key (company_id, customer_id) references customers (company_id, id) on delete cascade",
  );
  const chunks = [...bareLines(companyId, ids)];
  const startedAt = performance.now();
  await pipeline(Readable.from(chunks), app.admin.query(copyFrom("copy bare_events from stdin")));
  const seconds = (performance.now() - startedAt) / 1000;
  await app.admin.query("drop table bare_events");
  return seconds;
}

function* bareLines(companyId: string, ids: readonly string[]): Generator<Buffer> {
  for (let first = 0; first < EVENTS; first += ROWS_PER_WAVE) {
    let text = "";
    for (let place = first; place < first + ROWS_PER_WAVE; place++) {
      const { customer, type, occurredAt, value } = eventAt(place);
      text += `${companyId}\t${ids[customer]}\t${occurredAt}\t${place * 4096 + type}\t${type + 1}\t1\t${value ?? "\\N"}\n`;
    }
    yield Buffer.from(text);
  }
}
