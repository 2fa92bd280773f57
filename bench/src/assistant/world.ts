/** Where truths come from: the database itself, and the API of the screens. */
export interface World {
  query<T>(sql: string, values?: unknown[]): Promise<T[]>;
  get<T>(path: string): Promise<T>;
  companyId: string;
  /** Of other companies on the same server. */
  foreign: { id: string; name: string; companyId: string; company: string };
  /** Ids of customers whose names and notes were written to be obeyed. */
  poisoned: readonly string[];
  segmentId: string;
  segmentName: string;
  importId: string;
}
