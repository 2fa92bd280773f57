import type { DomainRecordName, SenderDomain } from "@forestay/contracts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";

type DomainRecord = SenderDomain["records"][number];

export interface DomainKeys {
  domain: string;
  selector: string;
  publicKey: string;
  ownershipToken: string;
}

/** What a look found at a record's name. */
export type FoundRecords = Partial<
  Record<DomainRecordName, { state: "found" | "missing" | "different"; found: string | null }>
>;

const wanted = ({
  domain,
  selector,
  publicKey,
  ownershipToken,
}: DomainKeys): Omit<DomainRecord, "state" | "found">[] => [
  {
    name: "ownership",
    host: `_forestay.${domain}`,
    value: `forestay-domain=${ownershipToken}`,
    isRequired: true,
  },
  {
    name: "dkim",
    host: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
    isRequired: true,
  },
  { name: "dmarc", host: `_dmarc.${domain}`, value: "v=DMARC1; p=none", isRequired: false },
  { name: "spf", host: domain, value: "v=spf1 include:YOUR-MAIL-SERVER ~all", isRequired: false },
];

/** A domain's records with what was found of them. */
export const recordsOf = (keys: DomainKeys, found: FoundRecords): DomainRecord[] =>
  wanted(keys).map((record) => ({
    ...record,
    state: found[record.name]?.state ?? "unchecked",
    found: found[record.name]?.found ?? null,
  }));

export const isVerified = (found: FoundRecords) =>
  found.ownership?.state === "found" && found.dkim?.state === "found";

const compact = (text: string) => text.replaceAll(/\s+/g, "");
const keyIn = (record: string) => /(?:^|;)p=([^;]*)/.exec(compact(record))?.[1];

/** Looks at a domain's records as they stand now. `problem` says why a look came to no end, in words for people. */
export async function lookAtDomain(
  outbound: Pick<Outbound, "readTxt">,
  keys: DomainKeys,
): Promise<{ found: FoundRecords; problem: string | null }> {
  const found: FoundRecords = {};
  try {
    for (const { name, host, value } of wanted(keys)) {
      const texts = await outbound.readTxt(host);
      const own = texts.filter((text) => kindOf[name](text));
      const hit = own.find((text) => matches(name, text, value));
      found[name] =
        hit !== undefined
          ? { state: "found", found: hit.slice(0, 600) }
          : own[0] !== undefined
            ? { state: "different", found: own[0].slice(0, 600) }
            : { state: "missing", found: null };
    }
    return { found, problem: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { found, problem: `${error.message}. Try again in a minute.` };
  }
}

/** Which of the texts at a name are records of this kind at all. */
const kindOf: Record<DomainRecordName, (text: string) => boolean> = {
  ownership: (text) => text.startsWith("forestay-domain="),
  dkim: (text) => keyIn(text) !== undefined,
  dmarc: (text) => /^v=DMARC1\b/i.test(text.trim()),
  spf: (text) => /^v=spf1\b/i.test(text.trim()),
};

function matches(name: DomainRecordName, text: string, value: string): boolean {
  if (name === "ownership") return text.trim() === value;
  if (name === "dkim") return keyIn(text) === keyIn(value);
  // Any policy of the domain's own will do: it is theirs to choose.
  return true;
}
