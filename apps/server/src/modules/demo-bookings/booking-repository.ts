import type { DemoBooking, DemoBookingSpan, DemoBookingStatus } from "@forestay/contracts";
import { MINUTE_MS } from "@forestay/contracts";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { DemoBookings } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { Slot } from "./slots.ts";

export type BookingRow = Selectable<DemoBookings>;

/** A booking as staff reads it. */
export function toBooking(row: BookingRow): DemoBooking {
  return {
    id: row.id,
    startsAt: row.starts_at.toISOString(),
    minutes: minutesOfBooking(row),
    timeZone: row.time_zone,
    status: row.status as DemoBookingStatus,
    cancelledBy: row.called_off as DemoBooking["cancelledBy"],
    name: row.name,
    email: row.email,
    companyName: row.company_name,
    customers: row.customers,
    topic: row.topic,
    bookedAt: row.booked_at.toISOString(),
    moves: row.moves,
  };
}

export const minutesOfBooking = (row: Pick<BookingRow, "starts_at" | "ends_at">): number =>
  Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE_MS);

/** Demos that stand and overlap a stretch of time. */
export async function bookedWithin(
  tx: Tx,
  { startsAt, endsAt }: Slot,
): Promise<Pick<BookingRow, "id" | "seat" | "starts_at" | "ends_at">[]> {
  return tx
    .selectFrom("demo_bookings")
    .select(["id", "seat", "starts_at", "ends_at"])
    .where("status", "=", "Booked")
    .where("starts_at", "<", endsAt)
    .where("ends_at", ">", startsAt)
    .execute();
}

/**
 * The first of the calendar's seats that nobody but `except` has at that time; null when all are taken. The caller holds
 * the calendar's row, so that no two look at once.
 */
export async function findFreeSeat(
  tx: Tx,
  slot: Slot,
  capacity: number,
  except: string | null,
): Promise<number | null> {
  const booked = await bookedWithin(tx, slot);
  const taken = new Set(booked.filter(({ id }) => id !== except).map(({ seat }) => seat));
  // What was booked while more were held at a time counts too.
  if (taken.size >= capacity) return null;
  for (let seat = 1; seat <= capacity; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}

/** One booking, held until the end of the transaction. */
export function lockBooking(tx: Tx, id: string): Promise<BookingRow | undefined> {
  return tx.selectFrom("demo_bookings").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

interface BookingFilter {
  span: DemoBookingSpan;
  search?: string | undefined;
}

/** A page of bookings: those to come in their order, the others from the latest on. */
export async function listBookings(
  tx: Tx,
  query: PageRequest & BookingFilter,
  now: Date,
): Promise<Page<DemoBooking>> {
  const { span, search = "" } = query;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (span === "upcoming") parts.push(sql`ends_at > ${now} and status = 'Booked'`);
  if (span === "past") parts.push(sql`ends_at <= ${now}`);
  const term = search.trim();
  if (term !== "") {
    parts.push(sql`position(lower(${term}) in lower(name || ' ' || email || ' ' || company_name)) > 0`);
  }
  const where = sql.join(parts, sql` and `);
  const direction = span === "upcoming" ? sql`asc` : sql`desc`;
  return readPage(
    query,
    async () => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from demo_bookings where ${where}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<BookingRow>`
        select * from demo_bookings where ${where}
        order by starts_at ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toBooking);
    },
  );
}

/** Removes what a person who is deleted has booked. */
export async function eraseDemoBookingsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("demo_bookings").where("email", "=", email).execute();
}
