import type { PeerClock } from "../kit/index.ts";

export type ObjectType = "contacts" | "companies" | "deals";

/** What a property is, as the portal's settings show it. */
export interface Property {
  name: string;
  label: string;
  type: "string" | "number" | "datetime" | "date" | "enumeration" | "bool";
  fieldType: string;
  groupName: string;
  description: string;
  options: { label: string; value: string; displayOrder: number; hidden: boolean }[];
  /** False: made by this portal. */
  hubspotDefined: boolean;
  modificationMetadata: { readOnlyValue: boolean; readOnlyDefinition: boolean; archivable: boolean };
}

/** A record; values are texts, as HubSpot sends them. */
export interface CrmRecord {
  id: string;
  properties: Record<string, string | null>;
  createdAt: string;
  updatedAt: string;
  archived: boolean;
  archivedAt?: string;
}

/** What the search index knew, and since when (milliseconds). */
interface Indexed {
  at: number;
  record: CrmRecord | null;
}

/** News that the portal tells by webhook. */
export interface PortalNews {
  kind: "creation" | "propertyChange" | "deletion" | "privacyDeletion";
  type: ObjectType;
  id: string;
  propertyName?: string;
  propertyValue?: string | null;
}

const firstId: Record<ObjectType, number> = { contacts: 1001, companies: 500_001, deals: 900_001 };

/** Records of one portal, with links between them, and what its search index has caught up with. */
export class Portal {
  readonly clock: PeerClock;
  readonly properties: Record<ObjectType, Property[]>;
  /** By type and id, oldest first. */
  readonly records: Record<ObjectType, Map<string, CrmRecord>> = {
    contacts: new Map(),
    companies: new Map(),
    deals: new Map(),
  };
  /** How long a change waits until search knows of it. */
  indexLagMs = 0;
  onNews: ((news: PortalNews[]) => void) | undefined;
  /** Company of a contact, contacts of a deal: `contacts/1001/companies` → ids. */
  readonly #links = new Map<string, Set<string>>();
  readonly #index: Record<ObjectType, Map<string, Indexed[]>> = {
    contacts: new Map(),
    companies: new Map(),
    deals: new Map(),
  };
  readonly #nextId = { ...firstId };

  constructor(clock: PeerClock, properties: Record<ObjectType, Property[]>) {
    this.clock = clock;
    this.properties = properties;
  }

  /** A new record; `at` (milliseconds) lies in the past where a past is made. */
  add(type: ObjectType, values: Record<string, string | null>, at = this.clock.now()): CrmRecord {
    const id = String(this.#nextId[type]);
    this.#nextId[type] += 1;
    const moment = new Date(at).toISOString();
    const record: CrmRecord = {
      id,
      properties: { hs_object_id: id, createdate: moment, [modifiedName(type)]: moment, ...values },
      createdAt: moment,
      updatedAt: moment,
      archived: false,
    };
    this.records[type].set(id, record);
    this.#remember(type, id, record, at);
    this.onNews?.([{ kind: "creation", type, id }]);
    return record;
  }

  /** Changes values; the record is the same object afterwards. */
  edit(type: ObjectType, id: string, values: Record<string, string | null>): CrmRecord {
    const record = this.one(type, id);
    const changed = Object.entries(values).filter(
      ([name, value]) => (record.properties[name] ?? null) !== value,
    );
    const moment = new Date(this.clock.now()).toISOString();
    Object.assign(record.properties, Object.fromEntries(changed), { [modifiedName(type)]: moment });
    record.updatedAt = moment;
    this.#remember(type, id, record, this.clock.now());
    const news = changed.map(([propertyName, propertyValue]) => {
      return { kind: "propertyChange" as const, type, id, propertyName, propertyValue };
    });
    if (news.length > 0) this.onNews?.(news);
    return record;
  }

  /** Puts a record in the recycle bin. */
  archive(type: ObjectType, id: string): void {
    const record = this.one(type, id);
    record.archived = true;
    record.archivedAt = new Date(this.clock.now()).toISOString();
    this.#remember(type, id, null, this.clock.now());
    this.onNews?.([{ kind: "deletion", type, id }]);
  }

  /** Erases a contact for good, as the law asks for: nothing of it can be read again. */
  privacyDelete(id: string): void {
    this.one("contacts", id);
    this.records.contacts.delete(id);
    this.#index.contacts.delete(id);
    for (const [key, ids] of this.#links) {
      ids.delete(id);
      if (key.startsWith(`contacts/${id}/`)) this.#links.delete(key);
    }
    this.onNews?.([{ kind: "privacyDeletion", type: "contacts", id }]);
  }

  /** Links two records, both ways. */
  link(from: ObjectType, fromId: string, to: ObjectType, toId: string): void {
    for (const [a, aId, b, bId] of [
      [from, fromId, to, toId],
      [to, toId, from, fromId],
    ] as const) {
      const key = `${a}/${aId}/${b}`;
      this.#links.set(key, (this.#links.get(key) ?? new Set()).add(bId));
    }
  }

  /** Ends a link, both ways. */
  unlink(from: ObjectType, fromId: string, to: ObjectType, toId: string): void {
    this.#links.get(`${from}/${fromId}/${to}`)?.delete(toId);
    this.#links.get(`${to}/${toId}/${from}`)?.delete(fromId);
  }

  linked(from: ObjectType, id: string, to: ObjectType): string[] {
    return [...(this.#links.get(`${from}/${id}/${to}`) ?? [])];
  }

  one(type: ObjectType, id: string): CrmRecord {
    const record = this.records[type].get(id);
    if (!record || record.archived) throw new Error(`The portal has no ${type} ${id}.`);
    return record;
  }

  /** Records as search sees them: as they were `indexLagMs` ago. */
  *indexed(type: ObjectType): Generator<CrmRecord> {
    const knownUntil = this.clock.now() - this.indexLagMs;
    for (const versions of this.#index[type].values()) {
      const version = versions.findLast((one) => one.at <= knownUntil);
      if (version?.record) yield version.record;
    }
  }

  #remember(type: ObjectType, id: string, record: CrmRecord | null, at: number): void {
    const versions = this.#index[type].get(id) ?? [];
    versions.push({ at, record: record && structuredClone(record) });
    this.#index[type].set(id, versions.slice(-20));
  }
}

/** Contacts have another name for it than all else. */
export const modifiedName = (type: ObjectType): string =>
  type === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate";
