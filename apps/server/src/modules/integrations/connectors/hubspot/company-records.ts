import type { LinkedTraits } from "#modules/customers/index.ts";
import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn } from "./fields.ts";
import type { Ask } from "./hubspot-client.ts";
import { readBatch, readLinks } from "./read-batch.ts";
import type { CrmRecord } from "./shapes.ts";

/** Companies: what they are, said of each of their contacts. */
export async function readCompanies(
  ask: Ask,
  companies: CrmRecord[],
  lines: readonly MapLine[],
): Promise<SourceRecord[]> {
  const contacts = await readLinks(
    ask,
    "companies",
    "contacts",
    companies.map(({ id }) => id),
  );
  return companies.map((company) => {
    const { own: values } = saidBy(lines, valueIn(company));
    const people = contacts.get(company.id) ?? [];
    return {
      object: "companies",
      sourceId: company.id,
      label: company.properties["name"] ?? `Company ${company.id}`,
      detail: company.properties["industry"] ?? "",
      ofCustomers: [],
      traits: people.map((sourceId) => ({ sourceId, values })),
    };
  });
}

/**
 * Deals: what was won of a company and what is open, said of each of its contacts. A deal alone says no sum, so the other
 * deals of its company are read with it.
 */
export async function readDeals(ask: Ask, deals: CrmRecord[]): Promise<SourceRecord[]> {
  const companiesOf = await readLinks(
    ask,
    "deals",
    "companies",
    deals.map(({ id }) => id),
  );
  const traitsOf = await readSums(ask, [...new Set([...companiesOf.values()].flat())], deals);
  return deals.map((deal) => {
    const companies = companiesOf.get(deal.id) ?? [];
    return {
      object: "deals",
      sourceId: deal.id,
      label: deal.properties["dealname"] ?? `Deal ${deal.id}`,
      detail: deal.properties["amount"] ?? "",
      ofCustomers: [],
      traits: companies.flatMap(traitsOf),
      // Once it is deleted nothing there says whose it was.
      references: [{ sourceId: dealReference(deal.id), targetId: companies.join(",") }],
    };
  });
}

/** What is left of companies whose deals were deleted: their sums without those. */
export async function readDealsLeft(ask: Ask, companies: readonly string[]): Promise<SourceRecord[]> {
  const traitsOf = await readSums(ask, companies, []);
  return companies.map((company) => ({
    object: "deals",
    sourceId: company,
    label: `Company ${company}`,
    detail: "",
    ofCustomers: [],
    traits: traitsOf(company),
  }));
}

export const dealReference = (id: string): string => `deal:${id}`;

/** Sums of companies' deals, said of each of their contacts. `given`: deals that are at hand. */
async function readSums(
  ask: Ask,
  companies: readonly string[],
  given: readonly CrmRecord[],
): Promise<(company: string) => LinkedTraits[]> {
  const dealsOf = await readLinks(ask, "companies", "deals", companies);
  const contactsOf = await readLinks(ask, "companies", "contacts", companies);
  const known = new Map(given.map((deal) => [deal.id, deal]));
  const others = [...dealsOf.values()].flat().filter((id) => !known.has(id));
  for (const deal of await readBatch(ask, "deals", others, ["amount", "dealstage", "hs_is_closed_won"]))
    known.set(deal.id, deal);
  return (company) => {
    const all = (dealsOf.get(company) ?? []).flatMap((id) => known.get(id) ?? []);
    const sum = (some: CrmRecord[]) =>
      some.reduce((total, { properties }) => total + (Number(properties["amount"] ?? 0) || 0), 0);
    const values = { "Won deals": sum(all.filter(isWon)), "Open deals": sum(all.filter(isOpen)) };
    return (contactsOf.get(company) ?? []).map((sourceId) => ({ sourceId, values }));
  };
}

const isWon = ({ properties }: CrmRecord): boolean =>
  properties["hs_is_closed_won"] === "true" || properties["dealstage"] === "closedwon";
const isOpen = (deal: CrmRecord): boolean => !isWon(deal) && deal.properties["dealstage"] !== "closedlost";
