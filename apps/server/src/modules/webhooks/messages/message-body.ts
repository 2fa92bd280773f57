import { webhookData } from "@forestay/contracts";

/** A message as it is stored. */
export interface StoredMessage {
  kind: string;
  occurredAt: Date;
  data: unknown;
}

/** What is sent of a message, to the byte the same at every try. One of another version is sent as it was written. */
export function bodyOf({ kind, occurredAt, data }: StoredMessage): string {
  const schema = Object.hasOwn(webhookData, kind) ? webhookData[kind as keyof typeof webhookData] : null;
  const ordered = schema?.safeParse(data).data ?? data;
  return JSON.stringify({ type: kind, timestamp: occurredAt.toISOString(), data: ordered });
}
