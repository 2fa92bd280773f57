/** Where the Postgres backplane keeps what it sends; the same in every process of a hub. */
export type OutboxNames = {
  /** Table, optionally with its schema: `live.signalr_outbox` [signalr_outbox]. */
  readonly table?: string;
  /** NOTIFY channel [signalr_outbox]. */
  readonly channel?: string;
};

const DEFAULT_NAME = "signalr_outbox";
/** NOTIFY refuses payloads from 8,000 bytes; a channel name this long is left out and the row is read to learn it. */
const MAX_CHANNEL_BYTES = 1_024;
const NO_ORIGIN = "-";

export function outboxNames(names: OutboxNames): { table: string; notifyChannel: string } {
  const table = names.table ?? DEFAULT_NAME;
  const notifyChannel = names.channel ?? DEFAULT_NAME;
  for (const name of [...table.split("."), notifyChannel]) {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new TypeError(`not a plain lower-case SQL name: ${name}`);
  }
  return { table, notifyChannel };
}

/**
 * The outbox table, for a migration of the host.
 *
 * `transaction_id` lets a process that was cut off read exactly what committed meanwhile: ids and times are given out
 * before commit, so neither tells.
 */
export function outboxTableSql(names: OutboxNames = {}): string {
  const { table } = outboxNames(names);
  return `create table if not exists ${table} (
  id bigint generated always as identity primary key,
  channel text not null,
  message text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists ${table.split(".").at(-1)}_created_at on ${table} (created_at);`;
}

/** One statement as drivers take it. */
export type OutboxStatement = { readonly text: string; readonly values: readonly string[] };

/**
 * The statement that sends a sealed event (`hub.sealEvent`) to all processes when the surrounding transaction commits,
 * and never when it rolls back.
 *
 * Only the row's id travels by NOTIFY, so its payload limit does not bound the event.
 */
export function outboxStatement(
  { channel, message }: { readonly channel: string; readonly message: string },
  names: OutboxNames = {},
  origin: string = NO_ORIGIN,
): OutboxStatement {
  const { table, notifyChannel } = outboxNames(names);
  const hint = Buffer.byteLength(channel) > MAX_CHANNEL_BYTES ? "" : channel;
  return {
    text: `with stored as (insert into ${table} (channel, message) values ($1, $2) returning id)
select pg_notify($3, id::text || $4) from stored`,
    values: [channel, message, notifyChannel, ` ${origin} ${hint}`],
  };
}

/** What a NOTIFY says: which row, whose, and for which channel (empty = read the row to know). */
export function readNotification(payload: string): { id: string; origin: string; channel: string } | null {
  const match = /^(\d+) (\S+) ([\s\S]*)$/.exec(payload);
  if (!match) return null;
  const [, id = "", origin = "", channel = ""] = match;
  return { id, origin, channel };
}
