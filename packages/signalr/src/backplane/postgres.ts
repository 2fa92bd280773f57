import { randomUUID } from "node:crypto";
import { systemClock, type Clock } from "../clock.ts";
import type { HubLog } from "../options.ts";
import type { Backplane, BackplaneReceiver } from "./backplane.ts";
import { outboxNames, outboxStatement, readNotification, type OutboxNames } from "./postgres-outbox.ts";
import { OutboxCursor } from "./outbox-cursor.ts";

type QueryResult = { readonly rows: readonly Record<string, unknown>[] };

/** Anything that runs a statement; a `pg` Pool fits. */
export type PostgresQueryable = { query(text: string, values?: unknown[]): Promise<QueryResult> };

/** A connection of its own; a connected `pg` Client fits. It must not go through a transaction-pooling proxy. */
export type PostgresListener = PostgresQueryable & {
  on(event: "notification", listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  end(): Promise<void>;
};

export type PostgresBackplaneOptions = OutboxNames & {
  /** Opens the listening connection; called again after each loss. */
  readonly connect: () => Promise<PostgresListener>;
  /** Runs the inserts of what is sent outside the host's transactions, and the clean-up. */
  readonly pool: PostgresQueryable;
  /** How long sent rows are kept for a process that was cut off [10 min]. */
  readonly retentionMs?: number;
  readonly clock?: Clock;
  readonly log?: HubLog;
};

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const CHECK_MS = 5_000;
const CLEAN_UP_MS = 60_000;

/**
 * A backplane over LISTEN/NOTIFY and an outbox table (`outboxTableSql`).
 *
 * NOTIFY carries ids only; each process reads the rows that concern it. A lost connection is opened again, and what was
 * committed meanwhile is read from the table: nothing is lost or delivered twice. A gap that outlasts the retention is told
 * to the hub, whose clients then connect anew.
 */
export function createPostgresBackplane(options: PostgresBackplaneOptions): Backplane {
  return new PostgresBackplane(options);
}

class PostgresBackplane implements Backplane {
  readonly #options: PostgresBackplaneOptions;
  readonly #table: string;
  readonly #notifyChannel: string;
  readonly #clock: Clock;
  readonly #log: HubLog;
  readonly #retentionMs: number;
  readonly #origin = randomUUID();
  readonly #channels = new Set<string>();
  readonly #cursor = new OutboxCursor();
  #receive: BackplaneReceiver | null = null;
  #onMissed: () => void = () => undefined;
  /** When the outbox was last known to be read up to now. */
  #readAtMs = 0;
  #listener: PostgresListener | null = null;
  /** Gives the current connection up and opens another. */
  #giveUp: () => void = () => undefined;
  #wanted: string[] = [];
  #isReading = false;
  #isStopped = false;
  #stopTimers: (() => void)[] = [];

  constructor(options: PostgresBackplaneOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? (() => undefined);
    this.#retentionMs = options.retentionMs ?? 10 * 60_000;
    const { table, notifyChannel } = outboxNames(options);
    this.#table = table;
    this.#notifyChannel = notifyChannel;
  }

  async start(receive: BackplaneReceiver, onMissed: () => void = () => undefined): Promise<void> {
    this.#receive = receive;
    this.#onMissed = onMissed;
    this.#stopTimers = [
      this.#clock.every(CHECK_MS, () => void this.#check()),
      this.#clock.every(CLEAN_UP_MS, () => void this.#cleanUp()),
    ];
    await this.#connect();
  }

  async publish(channel: string, message: string): Promise<void> {
    const { text, values } = outboxStatement({ channel, message }, this.#options, this.#origin);
    await this.#options.pool.query(text, [...values]);
  }

  async subscribe(channel: string): Promise<void> {
    this.#channels.add(channel);
  }

  async unsubscribe(channel: string): Promise<void> {
    this.#channels.delete(channel);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stop of this.#stopTimers) stop();
    const listener = this.#listener;
    this.#listener = null;
    await listener?.end();
  }

  /** Tries until it stands or the backplane is stopped. */
  async #connect(): Promise<void> {
    for (let delayMs = FIRST_RETRY_MS; !this.#isStopped; delayMs = Math.min(delayMs * 2, LAST_RETRY_MS)) {
      try {
        return await this.#listen();
      } catch (error) {
        this.#log({ level: "warn", message: "backplane cannot reach Postgres", error });
        await new Promise<void>((resolve) => this.#clock.after(delayMs, resolve));
      }
    }
  }

  async #listen(): Promise<void> {
    const listener = await this.#options.connect();
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      void listener.end().catch(() => undefined);
      if (this.#listener !== listener) return;
      this.#listener = null;
      this.#log({ level: "warn", message: "backplane lost its Postgres connection" });
      void this.#connect();
    };
    listener.on("error", lost);
    listener.on("end", lost);
    listener.on("notification", ({ payload }) => this.#notified(payload ?? ""));
    try {
      await listener.query(`listen ${this.#notifyChannel}`);
      // After LISTEN, so that a commit is either seen here or announced.
      await this.#catchUp(listener);
    } catch (error) {
      isLost = true;
      void listener.end().catch(() => undefined);
      throw error;
    }
    if (isLost) throw new Error("connection lost while starting to listen");
    if (this.#isStopped) await listener.end();
    else {
      this.#listener = listener;
      this.#giveUp = lost;
    }
    void this.#readWanted();
  }

  async #catchUp(listener: PostgresListener): Promise<void> {
    const since = this.#cursor.safeSnapshot;
    if (since === null) {
      this.#cursor.start(await currentSnapshot(listener));
      this.#readAtMs = this.#clock.nowMs();
      return;
    }
    const { rows } = await listener.query(
      `select id::text, channel, message from ${this.#table}
where not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot) order by ${this.#table}.id`,
      [since],
    );
    for (const row of rows) this.#deliver(row);
    // What is older than the retention may be gone from the table, unread.
    const isTooLate = this.#clock.nowMs() - this.#readAtMs >= this.#retentionMs;
    this.#readAtMs = this.#clock.nowMs();
    if (!isTooLate) return;
    this.#log({
      level: "warn",
      message: "backplane was cut off for longer than its outbox keeps what is sent",
    });
    this.#onMissed();
  }

  #notified(payload: string): void {
    const notification = readNotification(payload);
    if (!notification) return;
    const { id, origin, channel } = notification;
    if (origin === this.#origin || (channel !== "" && !this.#channels.has(channel))) return;
    this.#wanted.push(id);
    void this.#readWanted();
  }

  /** Reads announced rows; what is announced during one read shares the next. */
  async #readWanted(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (let listener = this.#listener; listener && this.#wanted.length > 0; listener = this.#listener) {
        const ids = this.#wanted;
        this.#wanted = [];
        const { rows } = await listener.query(
          `select id::text, channel, message from ${this.#table} where id = any($1::bigint[])`,
          [ids],
        );
        const rowsById = new Map(rows.map((row) => [row["id"], row]));
        // In the order of the announcements, which is that of the commits.
        for (const id of ids) {
          const row = rowsById.get(id);
          if (row) this.#deliver(row);
        }
      }
    } catch (error) {
      // The rows are read again when the connection is back.
      this.#log({ level: "warn", message: "backplane could not read its outbox", error });
    } finally {
      this.#isReading = false;
    }
  }

  #deliver(row: Record<string, unknown>): void {
    const { id, channel, message } = row;
    if (typeof id !== "string" || typeof channel !== "string" || typeof message !== "string") return;
    if (!this.#cursor.claim(id) || !this.#channels.has(channel)) return;
    this.#receive?.(channel, message);
  }

  /** Moves the cursor on, and finds out about a connection that is dead without saying so. */
  async #check(): Promise<void> {
    const listener = this.#listener;
    if (!listener) return;
    const cancel = this.#clock.after(CHECK_MS, this.#giveUp);
    try {
      this.#cursor.advance(await currentSnapshot(listener));
      this.#readAtMs = this.#clock.nowMs();
    } catch {
      // `error` and `end` of the connection do the rest.
    } finally {
      cancel();
    }
  }

  async #cleanUp(): Promise<void> {
    try {
      await this.#options.pool.query(
        `delete from ${this.#table} where created_at < now() - $1::float8 * interval '1 millisecond'`,
        [this.#retentionMs],
      );
    } catch (error) {
      this.#log({ level: "warn", message: "backplane could not clean its outbox", error });
    }
  }
}

async function currentSnapshot(listener: PostgresQueryable): Promise<string> {
  const { rows } = await listener.query("select pg_current_snapshot()::text as snapshot");
  return String(rows[0]?.["snapshot"]);
}
