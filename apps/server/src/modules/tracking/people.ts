import type { NamedPerson } from "#modules/customers/index.ts";
import { readEmail } from "./read-traits.ts";

/** Under what the ledger keeps what tracking brings. */
export const TRACKING_SOURCE = "tracking";

/** By what a row's person is written: as its customer is known, else as the sender names them. */
export type Ref = NamedPerson;

/**
 * By what somebody is written. Of one who is not known a userId that is an e-mail address is an address: as an id it would
 * be in the way of the id that a later file gives them.
 */
export function refOf({ externalId, email }: NamedPerson, known: NamedPerson | null): Ref {
  if (known !== null) {
    const isNew = known.externalId === null && externalId !== null && readEmail(externalId) === null;
    // Known by the address alone, and now by an id as well.
    return isNew ? { externalId, email: known.email } : known;
  }
  const address = externalId === null ? null : readEmail(externalId);
  return address === null ? { externalId, email } : { externalId: null, email: address };
}

/** The same for the same person. */
export const personKey = ({ externalId, email }: Ref): string =>
  externalId === null ? `e${email?.toLowerCase()}` : `i${externalId}`;
