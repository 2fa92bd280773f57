import type { Match, MatchState } from "@forestay/contracts";
import { providerWords } from "@forestay/contracts/vocabulary";
import { displayName, listMatches, type KnownMatch, type MatchRow } from "#modules/customers/index.ts";
import { isConnected } from "#modules/integrations/index.ts";
import { customersWithRows } from "#modules/ledger/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { Page, PageRequest } from "#platform/db/page.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Records that could be several customers, with whom they could be, or with what was said of them. */
export async function readMatches(
  { db }: Pick<ModuleContext, "db">,
  companyId: string,
  query: PageRequest & { state: MatchState },
): Promise<Page<Match>> {
  return withTenant(db, companyId, async (tx) => {
    const page = await listMatches(tx, companyId, query);
    const items: Match[] = [];
    for (const row of page.items) items.push(await toMatch(tx, companyId, row));
    return { ...page, items };
  });
}

async function toMatch(tx: Tx, companyId: string, row: MatchRow): Promise<Match> {
  const { source: provider, customer } = row;
  return {
    id: row.id,
    provider,
    system: providerWords(provider).name,
    sourceId: row.source_id,
    fullName: row.full_name,
    email: row.email,
    isCustomer: row.is_customer,
    askedAt: row.asked_at.toISOString(),
    candidates: row.candidates,
    candidateCount: row.candidate_count,
    answer:
      row.answered_at === null
        ? null
        : {
            isSame: row.is_same,
            customer: customer && { id: customer.id, name: displayName(customer) },
            at: row.answered_at.toISOString(),
            by: row.answered_by ?? "",
            ...(await takingBack(tx, companyId, row)),
          },
  };
}

/** Whether an answer can be taken back now, and why not. */
export async function takingBack(
  tx: Tx,
  companyId: string,
  { source: provider, customer, is_same: isSame, links }: KnownMatch,
): Promise<{ canTakeBack: boolean; whyNot: string | null }> {
  const no = (whyNot: string) => ({ canTakeBack: false, whyNot });
  const { name } = providerWords(provider);
  if (!(await isConnected(tx, companyId, provider))) return no(`${name} is not connected any more.`);
  if (customer === null) return { canTakeBack: true, whyNot: null };
  if (!isSame)
    return no(
      "It is a customer of its own by now. Where that is wrong, merge the two on the customer's page.",
    );
  if (links > 1) return no(`${name} knows this customer by another record as well.`);
  // What was billed or bought stands in figures of the past by now.
  if ((await customersWithRows(tx, companyId, [customer.id])).size > 0)
    return no(
      "This customer has bills or events by now, and which of them came with the record is not told apart.",
    );
  return { canTakeBack: true, whyNot: null };
}
