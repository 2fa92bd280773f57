import {
  declineReasons,
  PaymentStatus,
  paymentStatusLabel,
  recoveryCredits,
  recoveryStatuses,
} from "@forestay/contracts/wire";
import type { RecoveryCase } from "@forestay/contracts/wire";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Score } from "@/components/ui/score.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { MISSING, formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { CaseActions } from "./case-actions.tsx";
import { chanceTitle, chanceWords, nextWords, triesWords } from "./case-words.ts";

export const casePath = ({ id }: RecoveryCase) => `/app/recovery/cases/${id}`;

const tones: Record<number, TagTone> = {
  [PaymentStatus.Failed]: "danger",
  [PaymentStatus.Overdue]: "warning",
  [PaymentStatus.Pending]: "neutral",
  [PaymentStatus.Current]: "ok",
};

const customer: ListColumn<RecoveryCase> = {
  id: "customer",
  header: "Customer",
  cell: (one) => (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Avatar name={one.customer.name} id={one.customer.id} />
      <span className="flex min-w-0 flex-col">
        <Link
          to={casePath(one)}
          className="max-w-56 truncate rounded-check font-strong text-ink no-underline hover:underline"
        >
          {one.customer.name}
        </Link>
        <span className="max-w-56 truncate text-small text-ink-2">{one.customer.email ?? one.invoice}</span>
      </span>
    </span>
  ),
};
const amount: ListColumn<RecoveryCase> = {
  id: "amount",
  header: "Amount",
  numeric: true,
  cell: (one) => <span className="font-strong">{formatMoney(one.amount, one.currency)}</span>,
};
const chance: ListColumn<RecoveryCase> = {
  id: "chance",
  header: "Chance",
  numeric: true,
  cell: (one) => (
    <span title={chanceTitle(one)} className="whitespace-nowrap">
      {chanceWords(one)}
    </span>
  ),
};
const reason: ListColumn<RecoveryCase> = {
  id: "reason",
  header: "Reason",
  cell: (one) => (
    <span title={one.declineCode ?? undefined} className="whitespace-nowrap">
      {declineReasons[one.reason]}
    </span>
  ),
};
const tries: ListColumn<RecoveryCase> = {
  id: "tries",
  header: "Tries",
  cell: (one) => (
    <span className="flex items-center gap-2 whitespace-nowrap text-ink-2 tabular">
      {one.plannedTries === null ? null : <Dots done={one.tries} of={one.plannedTries} />}
      {triesWords(one)}
    </span>
  ),
};
const lastTry: ListColumn<RecoveryCase> = {
  id: "last",
  header: "Last try",
  cell: (one) => <span className="whitespace-nowrap">{formatShortDate(one.lastTriedAt)}</span>,
};
const next: ListColumn<RecoveryCase> = { id: "next", header: "Next step", cell: nextWords };
const payment: ListColumn<RecoveryCase> = {
  id: "payment",
  header: "Payment",
  cell: (one) => (
    <Tag tone={tones[one.paymentStatus] ?? "neutral"}>{paymentStatusLabel(one.paymentStatus)}</Tag>
  ),
};
const risk: ListColumn<RecoveryCase> = {
  id: "risk",
  header: "Churn risk",
  cell: ({ customer: { churnRiskScore, churnRiskLevel } }) => (
    <span className="flex items-center gap-2.5 whitespace-nowrap">
      <Score score={churnRiskScore} level={churnRiskLevel} />
      {churnRiskLevel === null ? null : <RiskLevel level={churnRiskLevel} />}
    </span>
  ),
};
const actions: ListColumn<RecoveryCase> = {
  id: "actions",
  header: "Actions",
  hidesHeader: true,
  cell: (one) => <CaseActions one={one} />,
};
const status: ListColumn<RecoveryCase> = {
  id: "status",
  header: "What became of it",
  cell: (one) => (
    <span className="flex flex-col py-1">
      <span className="whitespace-nowrap text-ink">{recoveryStatuses[one.status]}</span>
      <span className="text-small text-ink-2">
        {one.credit === null ? (one.marked?.note ?? "") : recoveryCredits[one.credit]}
      </span>
    </span>
  ),
};
const failed: ListColumn<RecoveryCase> = {
  id: "failed",
  header: "Failed",
  cell: (one) => <span className="whitespace-nowrap">{formatShortDate(one.firstFailedAt)}</span>,
};
const recovered: ListColumn<RecoveryCase> = {
  id: "recovered",
  header: "Recovered",
  numeric: true,
  cell: (one) => (one.recovered === 0 ? MISSING : formatMoney(one.recovered, one.currency)),
};

/** The queue: what is open, and what happens next. */
export const queueColumns = [customer, amount, chance, reason, tries, lastTry, next, payment, risk, actions];
/** Rows behind a number: what came of each. */
export const rowColumns = [customer, failed, amount, recovered, reason, tries, status, actions];

/** One filled for each try that was made; the words beside them say the same. */
function Dots({ done, of }: { done: number; of: number }) {
  return (
    <span aria-hidden className="flex gap-1">
      {Array.from({ length: of }, (_, index) => (
        <span
          key={index}
          className={
            index < done
              ? "size-1.75 rounded-full bg-ink-2"
              : "size-1.75 rounded-full border-[1.5px] border-line-control"
          }
        />
      ))}
    </span>
  );
}

/** A failed payment on two lines. */
export function CaseRow({ one }: { one: RecoveryCase }) {
  return (
    <MobileRow
      to={casePath(one)}
      title={
        <Link to={casePath(one)} className="text-ink no-underline">
          {one.customer.name}
        </Link>
      }
      detail={`${declineReasons[one.reason]} · ${nextWords(one)}`}
      value={
        <span className="flex items-center gap-1">
          <span className="font-strong tabular">{formatMoney(one.amount, one.currency)}</span>
          <CaseActions one={one} />
        </span>
      }
    />
  );
}
