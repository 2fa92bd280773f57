import { declineClasses, declineReasons, recoveryStatuses } from "@forestay/contracts/wire";
import type { RecoveryCase, RecoveryCaseDetail, RecoveryHistoryEntry } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import {
  Ban,
  CircleCheck,
  CircleDot,
  CreditCard,
  Link2,
  Mail,
  MousePointerClick,
  Pause,
  Play,
  RotateCw,
  Undo2,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Link, useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, FactStrip, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatDateTime, formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { recoveryQueries } from "./api/recovery-queries.ts";
import { CaseActions, SendLinkButton } from "./components/case-actions.tsx";
import { nextWords, triesWords } from "./components/case-words.ts";

const parents = [{ label: "Recovery", to: "/app/recovery" }] as const;

/** /app/recovery/cases/{id}: one failed payment, what happens next, and all that was tried, sent and decided. */
export function RecoveryCasePage() {
  const { id = "" } = useParams();
  const query = useQuery(recoveryQueries.one(id));
  return (
    <RecordPage
      query={query}
      noun="failed payment"
      parents={parents}
      listLabel="Recovery"
      whyMissing="Its bill may have gone with an import that was taken back."
    >
      {(detail) => <Detail detail={detail} />}
    </RecordPage>
  );
}

function Detail({ detail }: { detail: RecoveryCaseDetail }) {
  const { case: one, history, retry } = detail;
  const title = `${formatMoney(one.amount, one.currency, 2)} of ${one.customer.name}`;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={`${declineReasons[one.reason]} · failed ${formatShortDate(one.firstFailedAt)} · bill ${one.invoice}`}
        breadcrumb={[...parents, { label: title }]}
        actions={
          <>
            <SendLinkButton one={one} />
            <CaseActions one={one} tries={retry.isPossible} />
          </>
        }
      />
      <Sheet>
        <FactStrip facts={factsOf(one)} />
        <SheetRow columns="minmax(0,1fr) minmax(0,360px)">
          <Cell title="History" subtitle="Newest last">
            <History entries={history} />
          </Cell>
          <Cell title="About it">
            <dl className="m-0 flex flex-col gap-3 text-ui">
              <About term="Customer">
                <Link to={`/app/customers/${one.customer.id}`} className="text-brand-text">
                  {one.customer.name}
                </Link>
                <span className="block text-note break-words text-ink-2">
                  {one.customer.email ?? "No e-mail address is known"}
                </span>
              </About>
              <About term="Plan">{one.plan ?? MISSING}</About>
              <About term="What the decline asks for">
                {declineClasses[one.class]}
                {one.declineCode === null ? null : (
                  <span className="block text-note break-words text-ink-2">{one.declineCode}</span>
                )}
              </About>
              {one.marked === null ? null : (
                <About term={one.marked.as === "paid" ? "Marked as paid by" : "Written off by"}>
                  {one.marked.by}
                  {one.marked.note === "" ? null : (
                    <span className="block text-note break-words text-ink-2">{one.marked.note}</span>
                  )}
                </About>
              )}
              {retry.isPossible || one.closedAt !== null ? null : (
                <About term="Why it is not tried from here now">{retry.why}</About>
              )}
            </dl>
          </Cell>
        </SheetRow>
      </Sheet>
    </>
  );
}

const factsOf = (one: RecoveryCase) => [
  { label: "Stands", value: recoveryStatuses[one.status] },
  { label: "Next", value: one.closedAt === null ? nextWords(one) : MISSING },
  { label: "Tries", value: triesWords(one) },
  {
    label: "Came in",
    value: one.recovered === 0 ? MISSING : formatMoney(one.recovered, one.currency, 2),
  },
];

function About({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-note text-ink-2">{term}</dt>
      <dd className="m-0 text-ink">{children}</dd>
    </div>
  );
}

const icons: Record<RecoveryHistoryEntry["kind"], LucideIcon> = {
  failed: CreditCard,
  try: CreditCard,
  own_try: RotateCw,
  message: Mail,
  link_sent: Mail,
  link_made: Link2,
  link_opened: MousePointerClick,
  paused: Pause,
  resumed: Play,
  marked_paid: CircleCheck,
  written_off: Ban,
  unmarked: Undo2,
  ended: CircleDot,
};
const kinds: Partial<Record<RecoveryHistoryEntry["kind"], string>> = {
  failed: "Payment failed",
  try: "Tried by your provider",
  own_try: "Tried from here",
  message: "E-mail",
  link_sent: "Link sent",
};

function History({ entries }: { entries: readonly RecoveryHistoryEntry[] }) {
  return (
    <ol className="m-0 flex list-none flex-col p-0">
      {entries.map((entry, index) => {
        const Icon = icons[entry.kind];
        const kind = kinds[entry.kind];
        return (
          <li
            key={index}
            className="flex flex-wrap gap-x-3 gap-y-1 border-line py-3 not-first:border-t first:pt-0 md:flex-nowrap"
          >
            <span className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <span className="min-w-0 flex-1 basis-48">
              <span className="block text-ui break-words text-ink">
                {kind === undefined ? null : <span className="text-ink-2">{kind}: </span>}
                <span className="font-emphasis">{entry.text}</span>
              </span>
              {entry.detail === "" ? null : (
                <span className="block text-note break-words text-ink-2">{entry.detail}</span>
              )}
              {entry.by === null ? null : <span className="block text-note text-ink-2">By {entry.by}</span>}
            </span>
            <time
              dateTime={entry.at}
              className="shrink-0 text-note whitespace-nowrap text-ink-2 tabular max-md:w-full max-md:pl-10"
            >
              {formatDateTime(entry.at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
