import { supportNoteInput } from "@forestay/contracts/schemas";
import { chatContextName } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatDateTime, formatRelative, formatRelativeInline } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { staffQueries, useAddNote } from "../api/staff-queries.ts";
import type { StaffSessionDetail } from "../api/staff-queries.ts";

/** What a session carries: where it stands, where it began, whose it is, and what staff wrote beside it. */
export function ContextPanel({ sessionId }: { sessionId: string }) {
  const query = useQuery(staffQueries.session(sessionId));
  return (
    <QueryView
      query={query}
      loading="Loading the session"
      failed="This did not load"
      skeleton={
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="w-24" />
          <Skeleton className="w-full" />
          <Skeleton className="w-full" />
        </div>
      }
    >
      {(detail) => (
        <div className="flex flex-col">
          <SessionFacts detail={detail} />
          <Origin detail={detail} />
          <Person detail={detail} />
          <Notes detail={detail} />
        </div>
      )}
    </QueryView>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-4 py-4 last:border-b-0">
      <h3 className="m-0 mb-2.5 text-ui font-strong text-ink">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="m-0 flex flex-col gap-2 text-ui">
      {rows.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="shrink-0 text-ink-2">{label}</dt>
          <dd className="m-0 min-w-0 truncate text-right font-emphasis text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const statusWords = {
  Pending: "Waiting",
  AiActive: "AI assistant",
  AdminActive: "With a person",
  Closed: "Closed",
  TimedOut: "Timed out",
} as const;

function SessionFacts({ detail: { session } }: { detail: StaffSessionDetail }) {
  return (
    <Part title="Session">
      <Facts
        rows={[
          ["Status", statusWords[session.status]],
          ["Topic", session.topic],
          [
            "Opened",
            <time key="opened" dateTime={session.createdAt} title={formatDateTime(session.createdAt)}>
              {formatRelative(session.createdAt)}
            </time>,
          ],
          ["AI replies", String(session.aiInteractionCount)],
          ["Escalation", <Level key="level" level={session.escalationLevel} />],
          ["Assigned to", session.assignedAdminName ?? "Nobody yet"],
        ]}
      />
      {session.aiEscalationReason === null ? null : (
        <p className="m-0 mt-2 text-note text-ink-2">Why: {session.aiEscalationReason}</p>
      )}
    </Part>
  );
}

function Level({ level }: { level: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="flex gap-0.75">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={cn("h-1.25 w-2.5 rounded-full", step <= level ? "bg-risk-high" : "bg-line-strong")}
          />
        ))}
      </span>
      Level {level}
    </span>
  );
}

function Origin({ detail: { session, isOwnCompany } }: { detail: StaffSessionDetail }) {
  const { type, routePath, additionalContext } = session.originalContext;
  return (
    <Part title="Where it started">
      <Facts rows={[["Page", chatContextName(type)]]} />
      {routePath === "" ? null : (
        <p className="m-0 mt-2 rounded-control border border-line bg-sunken px-2.5 py-1.5 font-mono text-small break-all text-ink">
          {routePath}
        </p>
      )}
      {additionalContext === undefined ? null : (
        <p className="m-0 mt-2 text-note break-words text-ink-2">{additionalContext}</p>
      )}
      {isOwnCompany && routePath.startsWith("/app") ? (
        <Link
          to={routePath}
          className="mt-2 inline-flex items-center gap-1 text-ui font-emphasis text-brand-text"
        >
          Open <ArrowUpRight aria-hidden className="size-3.5" />
        </Link>
      ) : null}
    </Part>
  );
}

function Person({ detail: { session, pastSessions } }: { detail: StaffSessionDetail }) {
  return (
    <Part title="Person">
      <div className="mb-3 flex items-center gap-2.5">
        <Avatar name={session.userName} id={session.userId} />
        <div className="min-w-0">
          <p className="m-0 truncate text-ui font-strong text-ink">{session.userName}</p>
          <p className="m-0 truncate text-note text-ink-2">{session.userEmail}</p>
        </div>
      </div>
      <Facts
        rows={[
          ["Company", session.companyName ?? "None"],
          [
            "Company role",
            session.companyRole === null ? (
              "None"
            ) : (
              <Tag key="role" tone="outline">
                {session.companyRole}
              </Tag>
            ),
          ],
          ["Integrations", `${session.integrationCount} connected`],
          ["Past sessions", pastSessions.length === 0 ? "None" : String(pastSessions.length)],
        ]}
      />
      {pastSessions.length === 0 ? null : (
        <ul className="m-0 mt-2 flex list-none flex-col gap-1 p-0 text-note text-ink-2">
          {pastSessions.map((one) => (
            <li key={one.id} className="truncate">
              {one.topic}, {formatRelativeInline(one.createdAt)}
              {one.closeReason === null ? "" : `: ${one.closeReason}`}
              {one.wasHelpful === null ? "" : one.wasHelpful ? ", helped" : ", did not help"}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function Notes({ detail: { session, notes } }: { detail: StaffSessionDetail }) {
  const mayWrite = usePolicy("support:claim");
  const add = useAddNote(session.id);
  const form = useServerForm({
    schema: supportNoteInput,
    defaultValues: { body: "" },
    send: ({ body }) => add.mutateAsync(body),
    onSent: () => form.reset({ body: "" }),
  });
  return (
    <Part title="Internal notes">
      {notes.length === 0 ? (
        <p className="m-0 text-note text-ink-2">None. Only support's staff read them.</p>
      ) : (
        <ul className="m-0 flex list-none flex-col gap-2.5 p-0">
          {notes.map((note) => (
            <li key={note.id} className="text-ui">
              <p className="m-0 break-words whitespace-pre-wrap text-ink">{note.body}</p>
              <p className="m-0 text-small text-ink-2">
                {note.authorName}, {formatRelativeInline(note.createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite ? (
        <form noValidate className="mt-3 flex flex-col gap-2" onSubmit={form.submit}>
          <FormField form={form} name="body" label="Internal note" hideLabel>
            {({ value, onChange, ...control }) => (
              <TextArea
                {...control}
                placeholder="Write a note, which the person never sees"
                rows={2}
                maxLength={4000}
                value={value}
                onChange={(event) => onChange(event.target.value)}
              />
            )}
          </FormField>
          <FormProblem problem={form.problem} />
          <Button
            size="sm"
            type="submit"
            className="self-end"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            Add note
          </Button>
        </form>
      ) : null}
    </Part>
  );
}
