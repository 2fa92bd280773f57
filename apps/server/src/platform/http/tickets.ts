import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { Policy } from "@forestay/contracts";
import type { z } from "zod";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { mayPass, type Authenticator, type CompanyUser } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { API_PREFIX } from "./api-prefix.ts";

export const DOWNLOADS_PATH = `${API_PREFIX}/downloads`;
const TICKET_LIFETIME_MS = 5 * 60 * 1000;

export interface Download {
  fileName: string;
  contentType: string;
  stream: Readable;
}

export interface DownloadKind<S extends z.ZodType> {
  /** `customers.export`: module, dot, noun. */
  name: string;
  schema: S;
  /** Checked again when the link is opened, with the role the user has by then. */
  policy: Exclude<Policy, "public" | "authenticated" | "member" | `admin:${string}` | `support:${string}`>;
  /** Opens the download once the ticket is spent. Errors before the first byte are answered as JSON. */
  open(payload: z.output<S>, user: CompanyUser): Promise<Download>;
}

/** One-time download links: a browser streams to disk without a bearer header and without a blob in memory. */
export interface Tickets {
  register<S extends z.ZodType>(kind: DownloadKind<S>): void;
  /** A link good once, for five minutes. `downloadPath` is absolute from the origin (`/api/downloads?ticket=...`). */
  issue<S extends z.ZodType>(
    tx: Tx,
    kind: Pick<DownloadKind<S>, "name" | "schema">,
    user: CompanyUser,
    payload: z.input<S>,
  ): Promise<{ downloadPath: string; expiresAt: string }>;
  /** Spends a ticket and opens what it stands for; `not_found` when unknown, used, expired or no longer allowed. */
  redeem(ticket: string): Promise<Download>;
}

const hashOf = (ticket: string) => createHash("sha256").update(ticket).digest();

export function createTickets(db: Database, clock: Clock, authenticator: Authenticator): Tickets {
  const kinds = new Map<string, DownloadKind<z.ZodType>>();
  return {
    register(kind) {
      if (kinds.has(kind.name)) throw new Error(`Download ${kind.name} is registered twice`);
      kinds.set(kind.name, kind);
    },

    async issue(tx, kind, user, payload) {
      if (!kinds.has(kind.name)) throw new Error(`Download ${kind.name} is not registered`);
      const ticket = randomBytes(32).toString("base64url");
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + TICKET_LIFETIME_MS);
      await tx.deleteFrom("download_tickets").where("expires_at", "<", now).execute();
      await tx
        .insertInto("download_tickets")
        .values({
          token_hash: hashOf(ticket),
          ...(user.apiKey
            ? { company_id: user.companyId, api_key_id: user.apiKey.id }
            : { session_id: user.sessionId }),
          kind: kind.name,
          payload: JSON.stringify(kind.schema.parse(payload)),
          created_at: now,
          expires_at: expiresAt,
        })
        .execute();
      return { downloadPath: `${DOWNLOADS_PATH}?ticket=${ticket}`, expiresAt: expiresAt.toISOString() };
    },

    async redeem(ticket) {
      const now = clock.now();
      const row = await withSystem(db, (tx) =>
        tx
          .updateTable("download_tickets")
          .set({ used_at: now })
          .where("token_hash", "=", hashOf(ticket))
          .where("used_at", "is", null)
          .where("expires_at", ">", now)
          .returning(["kind", "payload", "session_id", "company_id", "api_key_id"])
          .executeTakeFirst(),
      );
      const kind = row && kinds.get(row.kind);
      if (!row || !kind)
        throw new AppError("not_found", { message: "This download link is used up or expired." });
      const user =
        row.company_id !== null && row.api_key_id !== null
          ? await authenticator.findApiKeyUser(row.company_id, row.api_key_id)
          : await authenticator.findSignedInUser(row.session_id ?? "");
      if (!user || !mayPass(kind.policy, user) || user.companyId === null) throw new AppError("not_found");
      return kind.open(kind.schema.parse(row.payload), user as CompanyUser);
    },
  };
}
