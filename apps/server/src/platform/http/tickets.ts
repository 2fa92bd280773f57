import type { Readable } from "node:stream";
import type { Policy } from "@forestay/contracts";
import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "./actor.ts";

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
  policy: Exclude<Policy, "public" | "authenticated" | `admin:${string}`>;
  /** Opens the download; called once the ticket is spent. Errors before the first byte are answered as JSON. */
  open(payload: z.output<S>, user: CompanyUser): Promise<Download>;
}

/** One-time download links, so that a browser streams to disk without a bearer header or a blob in memory. */
export interface Tickets {
  register<S extends z.ZodType>(kind: DownloadKind<S>): void;
  /** A link good once, for five minutes. `downloadPath` is absolute from the origin (`/api/downloads?ticket=...`). */
  issue<S extends z.ZodType>(
    tx: Tx,
    kind: DownloadKind<S>,
    user: CompanyUser,
    payload: z.input<S>,
  ): Promise<{ downloadPath: string; expiresAt: string }>;
}
