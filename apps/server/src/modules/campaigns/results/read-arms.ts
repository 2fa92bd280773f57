import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { CampaignRow } from "../campaign-rows.ts";

export interface Arm {
  /** Drawn to it. */
  customers: number;
  /** Of them, whose measured days are over and who are known to have stayed or left. */
  measured: number;
  kept: number;
  /** Erased before they were measured: of them nobody can say, and they count as not kept. */
  erased: number;
}

export interface Arms {
  sent: Arm;
  held: Arm;
  variants: Record<"A" | "B", Arm>;
  /** Of those drawn to get it, and of those held out: reached the goal within the measured days. */
  converted: number;
  heldConverted: number;
  /** Of both arms, twelve months' revenue in cents of those of whom it is known; null: of none. */
  meanYearlyCents: number | null;
}

const none = (): Arm => ({ customers: 0, measured: 0, kept: 0, erased: 0 });

/** Both arms of a campaign by intention to treat: everybody who was drawn, whether or not a message reached them. */
export async function readArms(tx: Tx, companyId: string, { id }: Pick<CampaignRow, "id">): Promise<Arms> {
  const { rows } = await sql<{
    arm: "sent" | "held";
    variant: "A" | "B";
    customers: number;
    measured: number;
    kept: number;
    erased: number;
    converted: number;
    valued: number;
    value: number;
  }>`
    select arm, variant, count(*)::int as customers, count(stayed)::int as measured, count(*) filter (where stayed)::int as kept,
      count(erased_at)::int as erased, count(goal_at)::int as converted, count(yearly_value_cents)::int as valued,
      coalesce(sum(yearly_value_cents), 0)::float8 as value
    from campaign_enrolments where company_id = ${companyId} and campaign_id = ${id} and arm in ('sent', 'held')
    group by arm, variant`.execute(tx);
  const arms: Arms = {
    sent: none(),
    held: none(),
    variants: { A: none(), B: none() },
    converted: 0,
    heldConverted: 0,
    meanYearlyCents: null,
  };
  let valued = 0;
  let value = 0;
  for (const row of rows) {
    for (const arm of [arms[row.arm], ...(row.arm === "sent" ? [arms.variants[row.variant]] : [])]) {
      arm.customers += row.customers;
      arm.measured += row.measured;
      arm.kept += row.kept;
      arm.erased += row.erased;
    }
    if (row.arm === "sent") arms.converted += row.converted;
    else arms.heldConverted += row.converted;
    valued += row.valued;
    value += row.value;
  }
  if (valued > 0) arms.meanYearlyCents = value / valued;
  return arms;
}
