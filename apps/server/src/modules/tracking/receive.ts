import { trackingRefusals, type trackingAnswerSchema, type TrackingType } from "@forestay/contracts";
import type { z } from "zod";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createInboxWriter } from "./inbox-writer.ts";
import { createKeyRates } from "./key-rates.ts";
import { createKnownKeys } from "./known-keys.ts";
import { eventsOf, readBody } from "./read-body.ts";
import { clockBehind, messageIdOf, readMessage } from "./read-message.ts";

type Answer = z.input<typeof trackingAnswerSchema>;

/** A call as it came. */
export interface TrackingCall {
  body: Uint8Array;
  authorization: string | undefined;
  encoding: string | undefined;
  /** What the address says it is about; null: a batch, whose events say it themselves. */
  type: TrackingType | null;
}

/** Takes calls that bring events. */
export interface TrackingDoor {
  /**
   * Answers once everything that is right is committed. Throws `unauthenticated`, `rate_limited`, `payload_too_large`, and
   * `bad_request` for a body that is none, or whose only event is refused.
   */
  receive(call: TrackingCall): Promise<Answer>;
}

export function createTrackingDoor({
  db,
  jobs,
  clock,
  config,
}: Pick<ModuleContext, "db" | "jobs" | "clock" | "config">): TrackingDoor {
  const keys = createKnownKeys(db, clock);
  const rates = createKeyRates(clock, config.rateLimitScale);
  const inbox = createInboxWriter(db, jobs, clock);
  const proven = async (text: string) => {
    const key = await keys.find(text);
    if (key === null) throw nobody("This write key is not known, or was revoked.");
    return key;
  };
  return {
    async receive({ body: bytes, authorization, encoding, type }) {
      const receivedAt = clock.now();
      const named = keyInHeader(authorization);
      // Before anything is unpacked, where the key is there by then.
      const early = named === null ? null : await proven(named);
      const { content, isLarge } = await readBody(bytes, encoding);
      const { writeKey, sentAt } = content;
      if (early === null && typeof writeKey !== "string")
        throw nobody(
          "A write key is needed: as the user name of Basic authorization, or as writeKey in the body.",
        );
      const key = early ?? (await proven(String(writeKey)));
      const events = eventsOf(content, type);
      rates.count(key.id, events.length);
      const behindMs = clockBehind(sentAt, receivedAt);
      const rows = events.map((event) => readMessage(event, { receivedAt, behindMs, isLarge }));
      await inbox.write(key.companyId, rows, receivedAt);
      const refused = rows.flatMap((row, index) =>
        row.kind === "refused"
          ? [
              {
                index,
                messageId: messageIdOf(events[index]),
                reason: trackingRefusals[row.record.reason],
              },
            ]
          : [],
      );
      const only = refused[0];
      if (type !== null && only !== undefined) throw new AppError("bad_request", { message: only.reason });
      return { success: true, accepted: rows.length - refused.length, refused };
    },
  };
}

const nobody = (message: string) => new AppError("unauthenticated", { message });

/** The key of `Basic base64(key:)`, or of `Bearer key`. */
function keyInHeader(authorization: string | undefined): string | null {
  const [, scheme, text] = /^(Basic|Bearer)\s+(\S+)$/i.exec(authorization ?? "") ?? [];
  if (scheme === undefined || text === undefined) return null;
  if (scheme.toLowerCase() === "bearer") return text;
  return Buffer.from(text, "base64").toString("utf8").split(":", 1)[0] ?? "";
}
