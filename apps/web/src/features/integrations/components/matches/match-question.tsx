import { Link } from "react-router";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";
import type { Match } from "../../api/match-queries.ts";
import { ProviderIcon } from "../../provider-icon.tsx";
import { agreesWords, candidateFacts, nameOf, reasonOf } from "./match-words.ts";

/** Said in place of a customer's id: the record is none of them. */
export const NONE = "none";

interface MatchQuestionProps {
  match: Match;
  /** A customer's id or `NONE`; empty: nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  mayAnswer: boolean;
}

/** What came, beside whom it could be. */
export function MatchQuestion({ match, value, onChange, mayAnswer }: MatchQuestionProps) {
  const { provider, system, sourceId, fullName, email, isCustomer, askedAt, candidates } = match;
  return (
    <SheetRow columns="minmax(0,1fr) minmax(0,1.6fr)">
      <div className="flex min-w-0 gap-3.5 px-4 py-4.5 md:px-5">
        <ProviderIcon provider={provider} />
        <div className="flex min-w-0 flex-col gap-0.5">
          <h2 className="m-0 text-body font-strong break-words text-ink">{nameOf(match)}</h2>
          {fullName === null ? null : <span className="text-ui break-words text-ink">{email}</span>}
          <span className="text-note break-words text-ink-2">
            {system} ID {sourceId}
          </span>
          <span className="text-note text-ink-2">Waiting since {formatRelativeInline(askedAt)}</span>
        </div>
      </div>
      <div className="min-w-0 px-4 py-4.5 md:px-5">
        <RadioList
          legend={`Who is ${nameOf(match)}? ${reasonOf(match)}`}
          value={value}
          onChange={onChange}
          disabled={!mayAnswer}
          options={[
            ...candidates.map((one) => ({
              value: one.customerId,
              label: one.name,
              help: (
                <>
                  <span className="block text-ink-2">{agreesWords(one)}</span>
                  {candidateFacts(one)}
                </>
              ),
              figure: (
                <Link
                  to={`/app/customers/${one.customerId}`}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={`Open ${one.name} in a new tab`}
                  className="rounded-check font-strong text-brand-text no-underline hover:underline"
                >
                  Open
                </Link>
              ),
            })),
            {
              value: NONE,
              label: "None of these",
              help: isCustomer
                ? "It becomes a customer of its own."
                : "It buys nothing there yet, so nobody new is made of it.",
            },
          ]}
        />
      </div>
    </SheetRow>
  );
}
