import type { TrackingRefusal } from "@forestay/contracts";

/** What an identify call says of a person; what is absent was not said. */
export interface Traits {
  fullName?: string;
  plan?: string;
  /** ISO 8601. */
  startedAt?: string;
  attributes?: Record<string, string | number | boolean>;
}

/** What the inbox keeps of an event, by its kind. */
export interface InboxRecords {
  event: { type: string; occurredAt: string; value: number | null };
  person: Traits;
  /** Nobody whom it could be told of. */
  anonymous: Record<never, never>;
  /** Group and alias calls. */
  nothing: Record<never, never>;
  refused: { reason: TrackingRefusal; example: string };
}
export type InboxKind = keyof InboxRecords;

interface Row<K extends InboxKind> {
  kind: K;
  /** 32 hexadecimal digits: by it an event that comes again is told. */
  message: string;
  /** The sender's userId, whatever it is. */
  externalId: string | null;
  email: string | null;
  record: InboxRecords[K];
}

/** An event as it waits for its company's next turn. */
export type InboxRow = { [K in InboxKind]: Row<K> }[InboxKind];
