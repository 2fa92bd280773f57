import { audienceTakers, scoreTakers } from "@forestay/contracts/wire";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useSync } from "../api/integration-queries.ts";
import type { Connection, Integration } from "../api/integration-queries.ts";
import { AudiencesPart } from "./audiences-part.tsx";
import { MayList, WaysIn } from "./connect-part.tsx";
import { DisconnectPart } from "./disconnect-part.tsx";
import { FailedRecords } from "./failed-records.tsx";
import { FieldMapPart } from "./field-map/field-map-part.tsx";
import { PreviewPart } from "./preview-part.tsx";
import { PostLog } from "./post-log.tsx";
import { PostingPart } from "./posting-part.tsx";
import { RunProgress } from "./run-progress.tsx";
import { SyncLog } from "./sync-log.tsx";
import { SyncSettings } from "./sync-settings.tsx";
import { WriteBackPart } from "./write-back-part.tsx";

interface PartProps {
  integration: Integration;
  connection: Connection;
}

/** A connected system: what needs somebody first, then what comes in and how it went. */
export function ConnectedParts({ integration, connection }: PartProps) {
  const mayWrite = usePolicy("integrations:write");
  const { status, name, provider } = integration;
  const wasRead = connection.lastSyncAt !== null;
  return (
    <>
      {status === "TokenExpired" || status === "Error" ? (
        <SheetRow>
          <Cell title={status === "TokenExpired" ? `${name} no longer lets us in` : `${name} needs a look`}>
            <p className="m-0 pb-3 text-ui text-ink">
              {connection.lastError}{" "}
              {connection.posting === null
                ? "Nothing is lost: the sync goes on from where it was."
                : "What waits is posted when it is mended, for a day."}
            </p>
            {mayWrite ? <WaysIn integration={integration} label="Reconnect" /> : null}
          </Cell>
        </SheetRow>
      ) : null}
      {connection.run === null ? null : (
        <SheetRow>
          <Cell title={wasRead ? "Reading what changed" : `Reading everything from ${name}`}>
            <RunProgress run={connection.run} />
            <p className="m-0 pt-2 text-note text-ink-2">It goes on when you leave this page.</p>
          </Cell>
        </SheetRow>
      )}
      {connection.sandboxAddress === null ? null : (
        <SheetRow className="bg-press">
          <p className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-note text-ink-2 md:px-5">
            <span>This is the sandbox of this server, with a sample account: nothing of it is real.</span>
            <a
              href={connection.sandboxAddress}
              target="_blank"
              rel="noreferrer"
              className="font-emphasis text-brand-text"
            >
              Change the sample account
            </a>
          </p>
        </SheetRow>
      )}
      {connection.posting === null ? null : (
        <PostingPart provider={provider} name={name} mayWrite={mayWrite} isOpen={status === "Connected"} />
      )}
      {connection.posting === null &&
      connection.run === null &&
      !wasRead &&
      status === "Connected" &&
      mayWrite ? (
        <FirstSync integration={integration} connection={connection} />
      ) : null}
      {connection.failedRecords === 0 ? null : (
        <FailedRecords provider={provider} isBusy={connection.run !== null} mayWrite={mayWrite} />
      )}
      <SheetRow {...(connection.posting === null && { columns: "minmax(0,1fr) minmax(19.5rem,1fr)" })}>
        <Cell title="What we may do">
          <MayList integration={integration} />
          <p className="m-0 pt-3 text-note text-ink-2">
            {connection.credentialHint === null
              ? `You allowed this in ${name}, where you can end it as well. `
              : `The key ends in ${connection.credentialHint}. `}
            {connection.posting !== null
              ? null
              : connection.tellsUs
                ? `${name} tells us of changes within seconds.`
                : `${name} does not tell us of changes: we ask, as often as you choose.`}
          </p>
        </Cell>
        {connection.posting === null ? (
          <SyncSettings
            key={connection.version}
            provider={provider}
            connection={connection}
            mayWrite={mayWrite}
          />
        ) : null}
      </SheetRow>
      {connection.fieldMap !== null && mayWrite && status !== "TokenExpired" ? (
        <FieldMapPart provider={provider} name={name} connection={connection} />
      ) : null}
      {scoreTakers.includes(provider) && status !== "TokenExpired" ? (
        <WriteBackPart integration={integration} connection={connection} mayWrite={mayWrite} />
      ) : null}
      {audienceTakers.includes(provider) && status !== "TokenExpired" ? (
        <AudiencesPart
          provider={provider}
          name={name}
          mayWrite={mayWrite}
          isOpen={status === "Connected" || status === "Syncing"}
        />
      ) : null}
      {connection.posting === null ? (
        <SyncLog provider={provider} />
      ) : (
        <PostLog provider={provider} mayWrite={mayWrite} />
      )}
      {mayWrite ? <DisconnectPart integration={integration} connection={connection} /> : null}
    </>
  );
}

/** Before anything is read: what would come in, and the press that begins it. */
function FirstSync({ integration: { provider, name }, connection }: PartProps) {
  const sync = useSync(provider);
  return (
    <SheetRow>
      <Cell
        title="What would come in"
        subtitle="Read there just now; nothing is written yet"
        aside={
          <Button
            variant="primary"
            pending={sync.isPending}
            pendingLabel="Starting..."
            onClick={() =>
              sync.mutate(
                { all: false },
                { onError: (error) => void toast.error("It was not started", error.message) },
              )
            }
          >
            {connection.lastError === null ? "Start the first sync" : "Go on with the first sync"}
          </Button>
        }
      >
        {connection.lastError === null ? null : (
          <p className="m-0 pb-3 text-ui text-ink">The last try stopped: {connection.lastError}</p>
        )}
        <PreviewPart provider={provider} name={name} version={connection.version} />
      </Cell>
    </SheetRow>
  );
}
