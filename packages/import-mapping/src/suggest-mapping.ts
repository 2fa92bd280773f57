import type { ColumnMapping, ColumnProfile, ImportMapping, ImportTarget } from "@forestay/contracts";
import { isCodedLabel } from "@forestay/contracts/wire";
import type { ColumnProfile as TabularProfile } from "@forestay/tabular";
import {
  columnSynonyms,
  currencySuffix,
  customerIdValue,
  endNames,
  errorFileColumns,
  otherThings,
  ownerPrefix,
  phoneName,
  recordDateNames,
  rowNumberNames,
} from "./column-synonyms.ts";
import type { LeavingEvidence } from "./leaving-evidence.ts";
import { mappingOfColumn } from "./mapping-of-column.ts";
import { ownExport } from "./own-export.ts";
import { readMonth } from "./read-month.ts";
import { labelOf, paymentStatusOf, plainWord, subscriptionStatusOf } from "./status-words.ts";

/** A column as the sample shows it. */
export interface ProfiledColumn extends TabularProfile {
  /** Different values per filled cell, 0-1. */
  uniqueShare: number;
  /** Whole numbers that go up by one from row to row. */
  isSequence: boolean;
  /** Largest number of the sample; null where it holds none. */
  maximum: number | null;
  /** Of dates, where the file has a status or label: whether these are the rows of those who have gone. */
  leaving: LeavingEvidence | null;
}

export interface Suggestion {
  mapping: ImportMapping;
  /** Column -> why. */
  reasons: ReadonlyMap<string, string>;
}

interface Candidate {
  column: ProfiledColumn;
  target: ImportTarget;
  /** Smaller is better. */
  rank: number;
}

const explicitId =
  /^(customer|cust|client|account|acct|user|member|subscriber|kunden|klant)(id|num|no|nr|number|nummer|code|key)$/;
const NEAR_UNIQUE = 0.95;
const numeric = new Set<TabularProfile["kind"]>(["integer", "decimal", "money"]);
/** A bare 'tenure' that never passes this is as likely in years. */
const TENURE_MAYBE_YEARS = 20;

/**
 * Suggests what each column becomes: names people use for our fields, held against what the values look like; each
 * field at most once, the better match first. Everything else is kept as a typed attribute.
 */
export function suggestMapping(columns: readonly ProfiledColumn[]): Suggestion {
  const reasons = new Map<string, string>();
  const chosen = new Map<string, ImportTarget>();
  const taken = new Set<ImportTarget>();
  const own = ownExport(
    columns.map(({ name }) => name),
    (name) => columns.some((column) => column.name === name && column.filledShare > 0),
  );
  for (const [name, { target, reason }] of own ?? []) {
    chosen.set(name, target);
    taken.add(target);
    if (reason !== undefined) reasons.set(name, reason);
  }
  const isOfOtherThings = columns.some((column) => otherThings.test(plainWord(column.name)));
  const candidates = columns
    .flatMap(candidatesOf)
    .filter(({ target }) => target !== "endedAt" || !isOfOtherThings)
    .filter(
      ({ target, rank }) => target !== "snapshotOn" || rank < NAMES_A_SNAPSHOT || hasRepeatedIds(columns),
    )
    .sort((a, b) => a.rank - b.rank);
  for (const { column, target } of candidates) {
    if (chosen.has(column.name) || taken.has(target) || clashes(target, taken)) continue;
    chosen.set(column.name, target);
    taken.add(target);
    reasons.set(
      column.name,
      target === "snapshotOn"
        ? "Customers may have a row for each of these dates: each row becomes the snapshot of its date"
        : `The name and the values look like '${target}'`,
    );
  }
  if (!taken.has("externalId") && !taken.has("email")) {
    const key = columns.find((column) => !chosen.has(column.name) && column.isUnique && isKeyKind(column));
    const named = columns.find((column) => chosen.get(column.name) === "fullName" && column.isUnique);
    // Numbers without a name that says so are as likely seats or amounts that happen to differ.
    if (key && (key.kind === "id" || named === undefined)) {
      chosen.set(key.name, "externalId");
      reasons.set(key.name, "Every row has another value here, so it can tell customers apart");
    } else if (named) {
      chosen.set(named.name, "externalId");
      reasons.set(
        named.name,
        "There is no id and no e-mail, and every row has another name: it tells customers apart",
      );
    }
  }
  for (const column of columns) {
    if (chosen.has(column.name)) continue;
    const skip = reasonToSkip(column);
    if (skip !== null) reasons.set(column.name, skip);
    chosen.set(column.name, skip === null ? "attribute" : "skip");
  }
  return {
    mapping: {
      columns: columns.map((column) => ({
        ...toMapping(column, chosen.get(column.name) ?? "skip"),
        ...own?.get(column.name)?.reads,
      })),
    },
    reasons,
  };
}

/** Synonyms of 'Snapshot date' up to here name nothing else; the later ones might be any date or month. */
const NAMES_A_SNAPSHOT = 14;
/** A customer id that comes back row after row: a row per month, not per customer. */
const hasRepeatedIds = (columns: readonly ProfiledColumn[]) =>
  columns.some(
    (column) =>
      (explicitId.test(plainWord(column.name)) || column.kind === "email") &&
      column.filledShare >= 0.5 &&
      column.uniqueShare <= 0.7,
  );

/** Ranks behind every synonym in its place: a part of the name, an end of no matter what, the values alone. */
const BY_PART = 100;
const BY_END = 200;
const BY_VALUES = 500;
/** Ids with a service's own prefix come before a heading that only says `id`. */
const BY_ID_VALUES = 5;

function candidatesOf(column: ProfiledColumn): Candidate[] {
  if (reasonToSkip(column) !== null) return [];
  const name = plainWord(column.name.replace(CLOCK, "").replace(CURRENCY_MARK, ""));
  const found: Candidate[] = [];
  for (const [key, synonyms = []] of Object.entries(columnSynonyms)) {
    const target = key as ImportTarget;
    const plain = isMoney.has(target) ? name.replace(currencySuffix, "") : name;
    const exact = synonyms.indexOf(plain);
    const short = plain.replace(ownerPrefix, "");
    const within = exact === -1 && short !== plain && target !== "externalId" ? synonyms.indexOf(short) : -1;
    const place = exact !== -1 ? exact : within;
    if (place === -1 || !fits(column, target, name)) continue;
    found.push({ column, target, rank: place + (within === -1 ? 0 : BY_PART) });
  }
  if ((endNames.has(name) || endNames.has(name.replace(ownerPrefix, ""))) && isEndOfCustomers(column)) {
    found.push({ column, target: "endedAt", rank: BY_END });
  }
  if (column.samples.length > 0 && shareOf(column.samples, (sample) => customerIdValue.test(sample)) === 1) {
    found.push({ column, target: "externalId", rank: BY_ID_VALUES });
  }
  if (column.kind === "email") found.push({ column, target: "email", rank: BY_VALUES });
  return found;
}

/** What a heading says of a column's unit, and nothing of what it is: "MRR (US$)", "Canceled at (UTC)". */
const CURRENCY_MARK = /\s*[([]?\s*(?:R|US|CA|A|C|NZ|HK|S|MX)?[$€£¥]\s*[)\]]?\s*$/i;
const CLOCK = /[\s_]*[([]?(?:UTC|GMT)[)\]]?\s*$/i;

const isMoney = new Set<ImportTarget>(["lifetimeValue", "monthlyRevenue"]);

/** A name that says so is believed, unless most rows with a date are of customers whom the file itself calls active. */
function mayBeLeaving(column: ProfiledColumn): boolean {
  if (!isDates(column)) return false;
  const { leaving } = column;
  return leaving === null || leaving.dated < FEW_ROWS || leaving.datedGone >= leaving.dated / 2;
}

/** A name that may mean any end: only with the file's status or label beside it, or where most rows have none. */
function isEndOfCustomers(column: ProfiledColumn): boolean {
  if (!isDates(column)) return false;
  const { leaving } = column;
  if (leaving === null) return column.filledShare <= MOST_ENDED;
  return leaving.datedGone > leaving.dated / 2 && leaving.undatedGone <= leaving.undated / 2;
}

/** An end that nearly every row has is that of a term, renewed or not. */
const MOST_ENDED = 0.75;
/** Below this a status that disagrees is one customer's story. */
const FEW_ROWS = 5;

const isDates = ({ kind }: ProfiledColumn) => kind === "date" || kind === "datetime";

/** Whether the values can be what the name says. */
function fits(column: ProfiledColumn, target: ImportTarget, name: string): boolean {
  switch (target) {
    case "externalId":
      // A customer id may repeat (a row per month); 'id', 'account' or 'customer' alone must tell rows apart.
      if (column.kind === "phone" || phoneName.test(name)) return false;
      if (explicitId.test(name)) return column.filledShare >= 0.5;
      return isNearUnique(column) && (name.endsWith("id") || name.length > 8 || isKeyKind(column));
    case "email":
      return column.kind === "email" || shareOf(column.samples, (sample) => sample.includes("@")) >= 0.5;
    case "fullName":
    case "firstName":
    case "lastName":
      return column.kind === "text" || column.kind === "category";
    case "lifetimeValue":
    case "monthlyRevenue":
      return numeric.has(column.kind);
    case "tenureMonths":
      return (
        numeric.has(column.kind) &&
        (/month|monat|meses|mois/.test(name) || (column.maximum ?? 0) > TENURE_MAYBE_YEARS)
      );
    case "endedAt":
      return mayBeLeaving(column);
    case "startedAt":
    case "lastActivityAt":
    case "lastLoginAt":
      return isDates(column);
    case "snapshotOn":
      return isDates(column) || shareOf(column.samples, (sample) => readMonth(sample) !== null) === 1;
    case "subscriptionStatus":
      return knownShare(column.words, subscriptionStatusOf) >= 0.5 && column.kind !== "boolean";
    case "paymentStatus":
      return knownShare(column.words, paymentStatusOf) >= 0.5 && column.kind !== "boolean";
    case "churned":
      if (isDates(column)) return mayBeLeaving(column);
      return (
        column.kind === "boolean" || knownShare(column.words, labelOf) === 1 || isCodedLabel(column.words)
      );
    case "currency":
      return column.words.length > 0 && column.words.every((word) => /^[A-Za-z]{3}$/.test(word));
    case "plan":
      return column.kind === "category" || column.kind === "text";
    default:
      return true;
  }
}

function clashes(target: ImportTarget, taken: ReadonlySet<ImportTarget>): boolean {
  if (target === "fullName") return taken.has("firstName") || taken.has("lastName");
  if (target === "firstName" || target === "lastName") return taken.has("fullName");
  if (target === "tenureMonths") return taken.has("startedAt");
  return target === "startedAt" && taken.has("tenureMonths");
}

function reasonToSkip(column: ProfiledColumn): string | null {
  if (column.filledShare === 0) return "This column is empty in the rows we looked at";
  if ((errorFileColumns as readonly string[]).includes(column.name)) return "Added by an error file of ours";
  const name = plainWord(column.name);
  if (isDates(column) && recordDateNames.has(name))
    return "When the record was last changed: not the customer's doing, and leaving changes it too";
  if (column.isSequence && (name === "" || rowNumberNames.has(name))) return "It only numbers the rows";
  return null;
}

function toMapping(column: ProfiledColumn, target: ImportTarget): ColumnMapping {
  const mapping = mappingOfColumn(column, target);
  if (target === "skip") return mapping;
  const kind = attributeKindOf(column);
  if (target === "attribute" || (target === "churned" && kind === "date")) mapping.attributeKind = kind;
  const valueMap = valueMapOf(column, target);
  if (valueMap) mapping.valueMap = valueMap;
  return mapping;
}

function valueMapOf(column: ProfiledColumn, target: ImportTarget): Record<string, number> | undefined {
  const numberOf = {
    subscriptionStatus: subscriptionStatusOf,
    paymentStatus: paymentStatusOf,
    churned: labelOf,
  }[target as "churned"];
  if (numberOf === undefined || column.words.length === 0 || column.dateOrder !== null) return undefined;
  // Asked, and not guessed from whichever of them reads as a yes.
  if (target === "churned" && isCodedLabel(column.words)) return undefined;
  return Object.fromEntries(
    column.words.flatMap((word) => {
      const number = numberOf(word);
      return number === undefined || word.length > 200 ? [] : [[word, number]];
    }),
  );
}

/** The kind under which a column is kept as an attribute. */
export function attributeKindOf(
  column: Pick<TabularProfile, "kind">,
): NonNullable<ColumnMapping["attributeKind"]> {
  switch (column.kind) {
    case "integer":
    case "decimal":
      return "number";
    case "datetime":
      return "date";
    case "money":
    case "boolean":
    case "date":
      return column.kind;
    default:
      return "text";
  }
}

/** What a person sees of a column on the mapping step. */
export function toColumnProfile(column: ProfiledColumn, reason: string | undefined): ColumnProfile {
  return {
    column: column.name,
    kind: column.kind,
    filledShare: column.filledShare,
    distinctCount: column.distinctCount,
    samples: column.samples,
    needsDateOrder: column.dateOrder === "ambiguous",
    needsNumberStyle: column.numberStyle === "ambiguous",
    ...(column.hasShortYears ? { hasShortYears: true } : {}),
    ...(column.words.length > 0 ? { words: column.words } : {}),
    ...(reason === undefined ? {} : { suggestionReason: reason }),
  };
}

function knownShare(wordList: readonly string[], numberOf: (word: string) => number | undefined): number {
  return shareOf(wordList, (word) => numberOf(word) !== undefined);
}

function shareOf(texts: readonly string[], holds: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(holds).length / texts.length;
}

function isNearUnique(column: ProfiledColumn): boolean {
  return column.filledShare >= 0.5 && (column.isUnique || column.uniqueShare >= NEAR_UNIQUE);
}

function isKeyKind(column: ProfiledColumn): boolean {
  return (
    (column.kind === "id" || column.kind === "integer") &&
    !column.isSequence &&
    !phoneName.test(plainWord(column.name))
  );
}
