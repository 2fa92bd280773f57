import { cardHolds, cardOutcomes } from "@forestay/contracts/wire";
import type { EndingCard } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { CustomerCell, customerPath } from "@/components/customer-cells.tsx";
import type { ListColumn } from "@/components/list/list-column.ts";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { Score } from "@/components/ui/score.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { MISSING, formatCounted, formatShortDate } from "@/lib/format/index.ts";

export const cardPath = ({ customer }: EndingCard) => customerPath(customer.id);

/** 'Visa 4242'. */
const cardName = ({ brand, last4 }: EndingCard) =>
  `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ${last4}`;
/** A day as it stands in a calendar, whatever zone the reader is in. */
const dayWords = (day: string) => formatShortDate(`${day}T12:00:00`);

/** What happens next, or what became of it. */
function nextWords({ outcome, closedAt, nextMessageAt, heldBy, messages }: EndingCard): string {
  if (outcome !== null)
    return closedAt === null
      ? cardOutcomes[outcome]
      : `${cardOutcomes[outcome]}, ${formatShortDate(closedAt)}`;
  if (nextMessageAt !== null) return `E-mail, ${formatShortDate(nextMessageAt)}`;
  if (heldBy !== null) return cardHolds[heldBy];
  return messages > 0 ? "Asked; no further message" : "Too late to ask";
}

/** 'Asked Jun 12, link opened'. */
function askedWords({ messages, lastMessageAt, linkOpenedAt }: EndingCard): string {
  if (messages === 0 || lastMessageAt === null) return MISSING;
  const asked = `${messages === 1 ? "Once" : formatCounted(messages, "time")}, ${formatShortDate(lastMessageAt)}`;
  return linkOpenedAt === null ? asked : `${asked}, link opened`;
}

const onWide = { headClassName: "max-[1280px]:hidden", cellClassName: "max-[1280px]:hidden" };

export const cardColumns: readonly ListColumn<EndingCard>[] = [
  {
    id: "customer",
    header: "Customer",
    cell: ({ customer, plan }) => <CustomerCell {...customer} email={plan ?? customer.email} />,
  },
  {
    id: "card",
    header: "Card",
    cell: (one) => (
      <span className="flex flex-col whitespace-nowrap tabular">
        {cardName(one)}
        <span className="text-small text-ink-2">until {dayWords(one.endsOn)}</span>
      </span>
    ),
  },
  {
    id: "charge",
    header: "Next payment",
    cell: (one) => <span className="whitespace-nowrap">{formatShortDate(one.chargesAt)}</span>,
  },
  { id: "asked", header: "Asked", cell: askedWords },
  {
    id: "next",
    header: "What happens",
    cell: (one) => (one.outcome === "failed" ? <Tag tone="danger">{nextWords(one)}</Tag> : nextWords(one)),
  },
  {
    id: "risk",
    header: "Churn risk",
    ...onWide,
    cell: ({ customer: { churnRiskScore, churnRiskLevel } }) => (
      <Score score={churnRiskScore} level={churnRiskLevel} />
    ),
  },
];

/** A card on two lines. */
export function CardRow({ one }: { one: EndingCard }) {
  return (
    <MobileRow
      to={cardPath(one)}
      title={
        <Link to={cardPath(one)} className="text-ink no-underline">
          {one.customer.name}
        </Link>
      }
      detail={`${cardName(one)} until ${dayWords(one.endsOn)} · ${nextWords(one)}`}
      value={<span className="whitespace-nowrap text-ink-2 tabular">{formatShortDate(one.chargesAt)}</span>}
    />
  );
}
