import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import type { Connection, Integration } from "../api/integration-queries.ts";
import { useRetryWriteBack, useSwitchWriteBack, writeBackQueries } from "../api/write-back-queries.ts";
import type { WriteBack } from "../api/write-back-queries.ts";
import { WaysIn } from "./connect-part.tsx";
import { UnwrittenScores } from "./unwritten-scores.tsx";

interface WriteBackPartProps {
  integration: Integration;
  connection: Connection;
  mayWrite: boolean;
}

/** Whether scores are written into the system, what they are called there, and what stands in the way. */
export function WriteBackPart({ integration, connection, mayWrite }: WriteBackPartProps) {
  const { provider, name } = integration;
  const query = useQuery(writeBackQueries.state(provider));
  return (
    <SheetRow>
      <Cell title="What goes out" subtitle={`From here to ${name}; nothing else is ever changed there`}>
        <QueryView
          query={query}
          loading="Loading what goes out"
          failed="What goes out did not load"
          skeleton={<Skeleton className="h-24" />}
          inset
        >
          {(state) => (
            <State integration={integration} connection={connection} mayWrite={mayWrite} state={state} />
          )}
        </QueryView>
      </Cell>
    </SheetRow>
  );
}

function State({ integration, connection, mayWrite, state }: WriteBackPartProps & { state: WriteBack }) {
  const { provider, name } = integration;
  const change = useSwitchWriteBack(provider);
  const retry = useRetryWriteBack(provider);
  const { isOn, problem, needsAccess, failed, fields } = state;
  const again = (sourceIds: string[] | null) =>
    retry.mutate(sourceIds, {
      onSuccess: () => void toast.success("Trying again now"),
      onError: (error) => void toast.error("It was not tried again", error.message),
    });
  return (
    <>
      <Switch
        checked={isOn}
        disabled={!mayWrite || change.isPending}
        label={`Write each customer's risk into ${name}`}
        onChange={(wanted) =>
          change.mutate(wanted, { onError: (error) => void toast.error("Not saved", error.message) })
        }
      />
      <p className="m-0 pt-2 text-note text-ink-2">
        On each contact: {fields.map(({ label }) => label).join(", ")}. Only what changed is written.{" "}
        {isOn ? inWords(state) : "Switched off again, what was written stays there and is kept up no more."}
      </p>
      {problem === null ? null : (
        <div className="pt-3">
          <p className="m-0 flex gap-2 text-ui text-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
            {problem}
          </p>
          {mayWrite ? (
            <div className="flex flex-col gap-3 pt-3">
              {needsAccess && connection.authorization === "oauth" ? (
                <WaysIn integration={integration} label="Allow writing" />
              ) : null}
              <div>
                <Button size="sm" pending={retry.isPending} onClick={() => again(null)}>
                  Try again
                </Button>
              </div>
            </div>
          ) : null}
        </div>
      )}
      {failed === 0 ? null : (
        <UnwrittenScores provider={provider} mayWrite={mayWrite} isBusy={retry.isPending} onRetry={again} />
      )}
    </>
  );
}

function inWords({ written, writtenAt, failed, problem }: WriteBack): string {
  if (writtenAt === null) return problem === null ? "The first scores are on their way." : "";
  const missing = failed === 0 ? "" : `, ${formatCounted(failed, "record")} could not be written`;
  return `${formatCounted(written, "record")} there ${written === 1 ? "has" : "have"} a score${missing}; last looked through ${formatRelativeInline(writtenAt)}.`;
}
