import type { Authorization, IntegrationProvider } from "@forestay/contracts/vocabulary";
import type { LinkedCustomerInput, LinkedTraits } from "#modules/customers/index.ts";
import type { InvoiceInput, PaymentAttemptInput, SubscriptionInput } from "#modules/ledger/index.ts";
import type { AudienceWriting } from "./audience-writing.ts";
import type { Collecting } from "./collecting.ts";
import type { OAuthStyle } from "./oauth/oauth-style.ts";
import type { Access } from "./oauth/stored-access.ts";
import type { MapLine } from "./mapping/mapped-fields.ts";
import type { SampledField } from "./mapping/samples.ts";
import type { Posting } from "./posting.ts";
import type { ScoreWriting } from "./score-writing.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";

/** Which account a credential opens. */
export interface Account {
  id: string;
  name: string;
  isTestMode: boolean;
}

/** What one record there says in our words; it is written in one go. */
export interface SourceRecord {
  object: string;
  /** Its id there. */
  sourceId: string;
  /** As a person would look for it there. */
  label: string;
  /** What else a person would know it by: an amount, a day. */
  detail: string;
  /** Why it cannot be taken in, in words; nothing else is said then. */
  problem?: string;
  customer?: LinkedCustomerInput;
  /** What is said of customers beside that, whichever record says it. */
  traits?: LinkedTraits[];
  subscriptions?: SubscriptionInput[];
  invoice?: InvoiceInput;
  attempt?: PaymentAttemptInput;
  /** Somebody there wants no more mail, or cannot be reached by it. */
  withdrawn?: { email: string; reason: "unsubscribed" | "bounced"; at: Date };
  /** Customers there that the rest is of. */
  ofCustomers: string[];
  /** What else is to be known of records by their ids there: of a payment its bill, of a deal its company. */
  references?: { sourceId: string; targetId: string }[];
  /** A payment whose bill the references know, and how much of it was paid back. */
  refund?: { reference: string; refundedMinor: number };
}

export interface Page {
  records: SourceRecord[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
  /** Where the next one begins is written down before it is read: what it takes to get there is not to be done twice. */
  isPlaceKept?: boolean;
}

/** A hint that something changed there: what it is now is read anew. */
export interface Change {
  eventId: string;
  object: string;
  sourceId: string;
  occurredAt: Date;
}

/** A way into one account. Calls throw ProviderError where they are not answered as they should be. */
export interface ProviderApi {
  identify(): Promise<Account>;
  /** A page of an object, from `place` on; what it says is as of now. */
  readPage(object: string, place: string | null): Promise<Page>;
  /** Records by their ids; those that are no longer there are left out. */
  readRecords(object: string, sourceIds: readonly string[]): Promise<SourceRecord[]>;
  /** Records that others' sums are made of; absent where a record that is gone changes nothing else. */
  left?: {
    /** What a reference calls a record; null: of these no sums are made. */
    referenceOf(object: string, sourceId: string): string | null;
    /** What is left, by the targets that records had which are gone or have others now. */
    read(targets: readonly string[]): Promise<SourceRecord[]>;
  };
  /** A page of what is of a moment or later, and of what is not settled whenever it began: what is compared once a day. */
  readRecent?(object: string, since: Date, place: string | null): Promise<Page>;
  /** Fields there that a company may choose from, with what some records have in them; absent: what comes in has its place. */
  readFields?(): Promise<SampledField[]>;
  /** Changes since a moment, oldest first. */
  readChanges(since: Date): AsyncIterable<Change>;
  /** Has changes told to an address of ours; null where the credential does not allow it. */
  subscribe(address: string): Promise<{ id: string; secret: string } | null>;
  unsubscribe(id: string): Promise<void>;
  /**
   * Has an address that changes are told to since long ago told of those kinds too that are followed since then; answers with
   * them. None where nothing is missing, or the address there is not this one. Absent where all kinds are told of anyway.
   */
  renewSubscription?(id: string, address: string): Promise<string[]>;
  /** Where bills can be collected there; absent where the system has none. */
  collecting?: Collecting;
  /** Where scores can be kept there; absent where they cannot. */
  scores?: ScoreWriting;
  /** Where audiences can be kept there; absent where they cannot. */
  audiences?: AudienceWriting;
  /** Where channels can be told things; absent where there are none. */
  posting?: Posting;
  /** Ends our access there, where that is a call like any other; of what a person allowed, not of a pasted key. */
  revoke?(): Promise<void>;
}

export interface ApiOptions {
  /** What each call shows: asked for anew each time, since a token may end while it is read. */
  access: Access;
  /** Of a pasted key: the key itself; null: a person allowed us there. */
  key: string | null;
  /** Where it is called; the operator's setting or a constant, where the account has no address of its own. */
  base: string;
  /** As the system named it when the account was connected; null: it has none of its own. */
  accountBase: string | null;
  outbound: Outbound;
  /** Whose pace is kept: the account, or the credential before it is known. */
  paceKey: string;
  isSandbox: boolean;
  /** Which fields come in and where they go, as the company chose; null: as they do by themselves. */
  fieldMap: readonly MapLine[] | null;
  /** Calls a second; null: as the provider allows everybody. */
  callsPerSecond: number | null;
  /** A person waits for the answer: better none soon than one late. */
  isWaitedFor: boolean;
  signal?: AbortSignal;
  now: () => Date;
}

/** What a system of a provider needs to be connected: one folder below connectors. */
export interface Connector {
  provider: IntegrationProvider;
  /** How a person allows us on the system's own page; null: by a key only. Whether a key may be pasted its words say. */
  oauth: OAuthStyle | null;
  /** How this server's sandbox of it is connected. */
  sandboxBy: Authorization;
  /** Changes are known there for so many days: after a longer pause all is read again. */
  changesKeptDays: number;
  /** Objects that are held against the ledger once a day, by `readRecent`. */
  reconciled?: readonly string[];
  /** Whom it calls a customer is one: where such a record is deleted there, a person here says whether to erase them too. */
  holdsCustomers?: boolean;
  /** Which of its fields go where is the company's to choose: its way in has `readFields`. */
  maps?: boolean;
  /** It is a chat whose channels are told things: its way in has `posting`. */
  posts?: boolean;
  open(options: ApiOptions): ProviderApi;
}
