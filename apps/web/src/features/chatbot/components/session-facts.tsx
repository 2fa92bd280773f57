import type { SupportMessage, SupportSession } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { Link } from "react-router";
import { supportQueries } from "@/components/support/support-queries.ts";
import { formatDateTime, formatDuration } from "@/lib/format/index.ts";
import { Fact, Part } from "./context-parts.tsx";

const MINUTE_MS = 60_000;
const seen = ["This conversation, from the start", "The page you came from", "Your name, e-mail and company"];

/** What a support session is about, how soon it was answered, and what whoever answers gets to see. */
export function SessionFacts({ sessionId }: { sessionId: string }) {
  const { data } = useQuery(supportQueries.messages(sessionId));
  if (data === undefined) return null;
  const { session, items, hasEarlier } = data;
  const who = session.assignedAdminName?.split(" ")[0] ?? "support";
  const path = session.originalContext.routePath;
  return (
    <>
      <Part title="Session">
        <Fact label="Topic">{session.topic}</Fact>
        <Fact label="Opened">{formatDateTime(session.createdAt)}</Fact>
        {hasEarlier ? null : (
          <>
            <Answered label="First answer" session={session} by={items.find(isAnswer)} />
            <Answered label="A person" session={session} by={items.find((one) => one.isFromAdmin)} />
          </>
        )}
        {session.closedAt === null ? null : <Fact label="Ended">{formatDateTime(session.closedAt)}</Fact>}
      </Part>
      <Part title={`What ${who} sees`}>
        <ul className="m-0 flex list-none flex-col gap-1.5 p-0 text-note">
          {seen.map((words) => (
            <li key={words} className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-brand-text" />
              {words}
            </li>
          ))}
          <li className="flex items-start gap-2 text-ink-2">
            <X aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            Not your customers and their data
          </li>
        </ul>
        <p className="m-0 mt-2.5 rounded-tag bg-sunken px-2.5 py-1.5 font-mono text-note wrap-anywhere">
          <Link to={path} className="text-ink no-underline hover:underline">
            {path}
          </Link>
        </p>
      </Part>
    </>
  );
}

const isAnswer = ({ isFromAi, isFromAdmin, type }: SupportMessage): boolean =>
  type !== "SystemMessage" && (isFromAi || isFromAdmin);

/** How long after the beginning, and by whom. */
function Answered({
  label,
  session,
  by,
}: {
  label: string;
  session: SupportSession;
  by: SupportMessage | undefined;
}) {
  if (by === undefined) return <Fact label={label}>Not yet</Fact>;
  const took = Math.max(0, Date.parse(by.sentAt) - Date.parse(session.createdAt));
  const ms = took < MINUTE_MS ? took : Math.round(took / MINUTE_MS) * MINUTE_MS;
  return (
    <Fact label={label}>{`${formatDuration(ms)}, ${by.isFromAi ? "AI assistant" : by.senderName}`}</Fact>
  );
}
