import type { PeerClock } from "../kit/index.ts";
import { BulkJobs } from "./bulk-jobs.ts";

export type SObjectType = "Account" | "Contact" | "Opportunity" | "Organization";
export type SValue = string | number | boolean | null;
export type SRecord = { Id: string } & Record<string, SValue>;

export interface Field {
  name: string;
  type: "id" | "string" | "email" | "datetime" | "date" | "double" | "boolean" | "reference";
}

const common: Field[] = [
  { name: "Id", type: "id" },
  { name: "CreatedDate", type: "datetime" },
  { name: "SystemModstamp", type: "datetime" },
  { name: "IsDeleted", type: "boolean" },
];
const own = (type: Field["type"], ...names: string[]): Field[] => names.map((name) => ({ name, type }));

/** What each kind of record has. */
export const fieldsOf: Record<SObjectType, Field[]> = {
  Account: [
    ...common,
    ...own("string", "Name", "Industry", "BillingCountry"),
    ...own("double", "NumberOfEmployees"),
  ],
  Contact: [
    ...common,
    ...own("string", "Name", "FirstName", "LastName", "Title", "Plan__c"),
    ...own("email", "Email"),
    ...own("reference", "AccountId"),
    ...own("date", "LastActivityDate"),
    ...own("double", "Seats__c"),
    ...own("boolean", "HasOptedOutOfEmail"),
  ],
  Organization: [...common, ...own("string", "Name"), ...own("boolean", "IsSandbox")],
  Opportunity: [
    ...common,
    ...own("string", "Name", "StageName"),
    ...own("double", "Amount"),
    ...own("boolean", "IsWon", "IsClosed"),
    ...own("date", "CloseDate"),
    ...own("reference", "AccountId"),
  ],
};

const prefixes: Record<SObjectType, string> = {
  Account: "001",
  Contact: "003",
  Opportunity: "006",
  Organization: "00D",
};

/** One Salesforce organisation: its records, deleted ones in the recycle bin. */
export class Org {
  readonly clock: PeerClock;
  readonly bulk = new BulkJobs();
  /** Fields that the organisation made on contacts later. */
  readonly ownContactFields: Field[] = [];
  readonly records: Record<SObjectType, Map<string, SRecord>> = {
    Account: new Map(),
    Contact: new Map(),
    Opportunity: new Map(),
    Organization: new Map(),
  };

  constructor(clock: PeerClock) {
    this.clock = clock;
  }

  /** A new record; `at` (milliseconds) lies in the past where a past is made. */
  add(type: SObjectType, values: Record<string, SValue>, at = this.clock.now()): SRecord {
    const number = String(this.records[type].size + 1).padStart(12, "0");
    const empty = Object.fromEntries(fieldsOf[type].map((field) => [field.name, null]));
    const record: SRecord = {
      ...empty,
      ...values,
      ...(type === "Contact" && {
        Name: [values["FirstName"], values["LastName"]].filter(Boolean).join(" "),
      }),
      Id: `${prefixes[type]}${number}AAA`,
      CreatedDate: salesforceTime(at),
      SystemModstamp: salesforceTime(at),
      IsDeleted: false,
    };
    this.records[type].set(record.Id, record);
    return record;
  }

  edit(type: SObjectType, id: string, values: Record<string, SValue>): SRecord {
    const record = this.one(type, id);
    return Object.assign(record, values, { SystemModstamp: salesforceTime(this.clock.now()) });
  }

  /** Puts a record in the recycle bin: `query` finds it no more, `queryAll` does. */
  delete(type: SObjectType, id: string): void {
    this.edit(type, id, { IsDeleted: true });
  }

  one(type: SObjectType, id: string): SRecord {
    const record = this.records[type].get(id);
    if (!record) throw new Error(`The organisation has no ${type} ${id}.`);
    return record;
  }
}

/** `2026-03-10T09:00:00.000+0000`. */
export const salesforceTime = (ms: number): string => new Date(ms).toISOString().replace("Z", "+0000");
