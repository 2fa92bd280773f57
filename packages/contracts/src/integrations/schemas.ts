import { z } from "zod";
import { postedKinds } from "../notifications/vocabulary.ts";
import { timestamp } from "../shapes.ts";
import { sourceKinds } from "./mapping.ts";
import {
  authorizations,
  DAILY_DIGEST,
  integrationProviders,
  integrationStatuses,
  postStatuses,
  syncFrequencies,
  syncKinds,
  syncRunStatuses,
} from "./vocabulary.ts";

export const integrationProviderSchema = z.enum(integrationProviders);
/** Which system; one that nobody knows is answered with `not_found`. */
export const providerParams = z.object({ provider: z.string().max(40) });

/** Records of one object in a run. */
export const objectCountsSchema = z.object({
  object: z.string(),
  label: z.string(),
  read: z.number().int(),
  /** Taken in, whether it changed anything or stood here already. */
  saved: z.number().int(),
  failed: z.number().int(),
});

export const syncRunSchema = z.object({
  id: z.uuid(),
  kind: z.enum(syncKinds),
  status: z.enum(syncRunStatuses),
  /** 'schedule', 'webhook', or who asked for it. */
  startedBy: z.string(),
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
  counts: z.array(objectCountsSchema),
  /** The object that is being read now. */
  reading: z.string().nullable(),
  /** Why it stopped, in words. */
  error: z.string().nullable(),
});
export type SyncRun = z.infer<typeof syncRunSchema>;

/** What came from a system that was disconnected, and is being deleted or was. */
export const integrationRemovalSchema = z.object({
  accountName: z.string(),
  askedBy: z.string(),
  startedAt: timestamp,
  /** Null: it goes on. */
  endedAt: timestamp.nullable(),
  /** Customers that went, and those that stay since something else knows them. */
  deleted: z.number().int(),
  kept: z.number().int(),
});
export type IntegrationRemoval = z.infer<typeof integrationRemovalSchema>;

export const disconnectBody = z.object({
  /** `delete`: what came from it alone goes too, for which company:manage is asked. */
  data: z.enum(["keep", "delete"]).default("keep"),
});

export const integrationSchema = z.object({
  provider: integrationProviderSchema,
  name: z.string(),
  status: z.enum(integrationStatuses),
  /** How this server's sandbox of it is connected; null: it keeps none. */
  sandbox: z.enum(authorizations).nullable(),
  /** Whether a key may be pasted. */
  takesKey: z.boolean(),
  /** Whether one may be let in on its own page, and which of the operator's settings that still needs; null: not so. */
  oauth: z.object({ missingSettings: z.array(z.string()) }).nullable(),
  /** Of one that is not connected; null: nothing of it was deleted. */
  removal: integrationRemovalSchema.nullable(),
  /** Null: not connected. */
  connection: z
    .object({
      accountId: z.string(),
      accountName: z.string(),
      isTestMode: z.boolean(),
      isSandbox: z.boolean(),
      /** Where the sandbox's account is changed by hand; null where it is none. */
      sandboxAddress: z.string().nullable(),
      authorization: z.enum(authorizations),
      /** The last characters of what was pasted; null: nothing was. */
      credentialHint: z.string().nullable(),
      connectedBy: z.string(),
      connectedAt: timestamp,
      frequency: z.enum(syncFrequencies),
      nextSyncAt: timestamp.nullable(),
      /** When all or the changes were last read to the end. */
      lastSyncAt: timestamp.nullable(),
      /** Whether it tells us of changes at once; else they are asked for. */
      tellsUs: z.boolean(),
      lastError: z.string().nullable(),
      objects: z.array(z.object({ object: z.string(), label: z.string(), included: z.boolean() })),
      /** Customers here that it knows. */
      linkedCustomers: z.number().int(),
      failedRecords: z.number().int(),
      run: syncRunSchema.nullable(),
      /** Whether fields go where they go by themselves, or where the company said; null: there is nothing to choose. */
      fieldMap: z.enum(["standard", "own"]).nullable(),
      /** Of a system that is posted to: how many kinds of news go to a channel, and how many of those do not arrive. */
      posting: z.object({ chosen: z.number().int(), failing: z.number().int() }).nullable(),
      /** Raised by every change of the settings. */
      version: z.number().int(),
    })
    .nullable(),
});
export type Integration = z.infer<typeof integrationSchema>;

export const connectBody = z.union([
  z.object({ credential: z.string().trim().min(1, "Paste the key").max(500) }),
  /** The sample account of this server's sandbox. */
  z.object({ sandbox: z.literal(true) }),
]);

/** Where to send a person, to be asked whether we may come in. */
export const oauthStartBody = z.object({
  /** The sample account of this server's sandbox is meant. */
  sandbox: z.boolean().default(false),
});
export const oauthStartSchema = z.object({ address: z.url() });
/** What the system sent the person back with. */
export const oauthFinishBody = z.object({
  code: z.string().min(1).max(2000),
  state: z.string().min(1).max(200),
});

export const integrationChange = z.object({
  frequency: z.enum(syncFrequencies),
  excludedObjects: z.array(z.string().max(40)).max(20),
  /** Of the settings that were changed: who saves over somebody else's change is told. */
  version: z.number().int(),
});

const mapText = z.string().min(1).max(300);

/** Which field of a system goes into which of ours. */
export const fieldMapSchema = z.object({
  fields: z.array(
    z.object({
      object: z.string(),
      objectLabel: z.string(),
      field: z.string(),
      label: z.string(),
      kind: z.enum(sourceKinds),
      /** What some records there have in it. */
      samples: z.array(z.string()),
      /** Where it goes: a field of ours or `attributes.` with an own column's key; null: nowhere. */
      target: z.string().nullable(),
      /** Where it goes unless the company says otherwise. */
      standard: z.string().nullable(),
    }),
  ),
  /** Fields of ours that can be chosen. */
  targets: z.array(
    z.object({
      target: z.string(),
      label: z.string(),
      takes: z.enum(sourceKinds),
      isOwnColumn: z.boolean(),
      /** Said by records of the first object alone. */
      isOfCustomer: z.boolean(),
    }),
  ),
  /** Nobody chose anything: each field goes where it goes by itself. */
  isStandard: z.boolean(),
  /** Of the connection's settings. */
  version: z.number().int(),
});
export type FieldMap = z.infer<typeof fieldMapSchema>;

export const fieldMapChange = z.object({
  /** All that comes in, field by field; null: as it goes by itself. */
  lines: z
    .array(z.object({ object: z.string().max(40), field: mapText, target: mapText }))
    .max(300)
    .nullable(),
  version: z.number().int(),
});

/** What would come in: read there, and nothing written here. */
export const integrationPreviewSchema = z.object({
  /** The newest records of each object. */
  objects: z.array(
    z.object({
      object: z.string(),
      label: z.string(),
      /** How many were looked at, and whether there are more. */
      looked: z.number().int(),
      hasMore: z.boolean(),
      samples: z.array(z.object({ label: z.string(), detail: z.string() })),
      /** Those that could not be taken in as they are. */
      problems: z.array(z.object({ label: z.string(), reason: z.string() })),
    }),
  ),
  /** Of the customers that were looked at. */
  customers: z.object({
    linked: z.number().int(),
    byEmail: z.number().int(),
    fresh: z.number().int(),
    ambiguous: z.number().int(),
  }),
});
export type IntegrationPreview = z.infer<typeof integrationPreviewSchema>;

export const failedRecordSchema = z.object({
  id: z.uuid(),
  object: z.string(),
  objectLabel: z.string(),
  sourceId: z.string(),
  label: z.string(),
  reason: z.string(),
  /** Whether it waits for somebody to say which customer it is. */
  isAsked: z.boolean(),
  at: timestamp,
});
export type FailedRecord = z.infer<typeof failedRecordSchema>;

/** What a channel can be told of. */
export const postedThings = [...postedKinds, DAILY_DIGEST] as const;
const channelId = z.string().trim().min(1).max(40);

/** A channel there, as people name it. */
export const postChannelSchema = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
});
export type PostChannel = z.infer<typeof postChannelSchema>;

/** Which channel hears of what. */
export const postingSchema = z.object({
  choices: z.array(
    z.object({
      /** A kind of notification, or `digest`. */
      kind: z.string(),
      label: z.string(),
      /** Null: no channel. */
      channel: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Why the last message did not arrive there; null: it did, or there was none. */
      problem: z.string().nullable(),
    }),
  ),
  /** The hour of the day's digest, 0 to 23 in the company's time zone. */
  digestHour: z.number().int(),
});
export type Posting = z.infer<typeof postingSchema>;

export const postingChange = z.object({
  /** Those that are left out stay as they are. */
  choices: z
    .array(z.object({ kind: z.enum(postedThings), channelId: channelId.nullable() }))
    .max(postedThings.length),
  digestHour: z.number().int().min(0).max(23).optional(),
});

export const postedTestBody = z.object({ channelId });

/** A message to a channel. */
export const postSchema = z.object({
  id: z.uuid(),
  channelName: z.string(),
  text: z.string(),
  status: z.enum(postStatuses),
  createdAt: timestamp,
  postedAt: timestamp.nullable(),
  /** Why it is not there, in words. */
  failure: z.string().nullable(),
});
export type Post = z.infer<typeof postSchema>;
