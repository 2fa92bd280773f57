import { Copy, Plug, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Cell, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { CheckList } from "./components/check-list.tsx";
import { ConnectionFacts } from "./components/connection-facts.tsx";
import { SystemList } from "./components/system-list.tsx";
import { EventLog } from "./components/event-log.tsx";
import { diagnosticsReport } from "./hooks/report.ts";
import { transportName, useChecks } from "./hooks/use-checks.ts";

const title = "Connection Diagnostics";

/** /app/admin/connection-diagnostics: how the live connection is, and what it stands on. */
export function DiagnosticsPage() {
  return (
    <Authorize policy="admin:platform" fallback={<OffLimits />}>
      <Diagnostics />
    </Authorize>
  );
}

function Diagnostics() {
  const { checks, server, running, run } = useChecks();
  const [reconnecting, setReconnecting] = useState(false);

  const reconnect = async () => {
    setReconnecting(true);
    try {
      await liveConnection.reconnect();
    } catch (error) {
      toast.error("The connection was not made", error instanceof Error ? error.message : undefined);
    } finally {
      setReconnecting(false);
    }
  };

  const copyReport = async () => {
    const report = diagnosticsReport({
      live: liveConnection.getSnapshot(),
      checks,
      server,
      userAgent: navigator.userAgent,
      now: new Date(),
    });
    try {
      await navigator.clipboard.writeText(report);
      toast.success("Report copied");
    } catch {
      toast.error("The report was not copied", "This browser does not let the page write to the clipboard.");
    }
  };

  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          server === undefined ? "This browser's live connection" : `Server version ${server.version}`
        }
        actions={
          <>
            <Button icon={<Copy />} onClick={() => void copyReport()}>
              Copy report
            </Button>
            <Button
              variant="primary"
              icon={<Plug />}
              pending={reconnecting}
              pendingLabel="Reconnecting..."
              onClick={() => void reconnect()}
            >
              Reconnect
            </Button>
          </>
        }
      />
      <Sheet>
        <SheetRow>
          <ConnectionFacts />
        </SheetRow>
        <SheetRow>
          <Cell
            title="Live checks"
            subtitle={server === undefined ? undefined : describeHub(server.hub)}
            aside={
              <Button size="sm" icon={<RotateCw />} pending={running} onClick={run}>
                Run again
              </Button>
            }
            className="px-0 pb-0 *:first:px-4 md:px-0 md:*:first:px-5"
          >
            <CheckList checks={checks} />
          </Cell>
        </SheetRow>
        {server !== undefined && server.systems.length > 0 && (
          <SheetRow>
            <Cell
              title="Connected systems"
              subtitle="Of all companies, those that need somebody first"
              className="px-0 pb-0 *:first:px-4 md:px-0 md:*:first:px-5"
            >
              <SystemList systems={server.systems} serverTime={server.serverTime} />
            </Cell>
          </SheetRow>
        )}
        <SheetRow>
          <Cell title="Event log" subtitle="Newest first, since this page was loaded">
            <EventLog />
          </Cell>
        </SheetRow>
      </Sheet>
    </>
  );
}

function describeHub({
  connections,
  byTransport,
}: {
  connections: number;
  byTransport: Record<string, number>;
}): string {
  const parts = Object.entries(byTransport)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} by ${transportName(name)}`);
  return [`When asked, the hub held ${formatCounted(connections, "connection")}`, parts.join(", ")]
    .filter(Boolean)
    .join(": ");
}

function OffLimits() {
  return (
    <>
      <PageHeader title={title} />
      <Sheet>
        <EmptyState
          title="This page is for platform staff"
          actions={
            <ButtonLink to="/app" variant="primary">
              Go home
            </ButtonLink>
          }
        >
          A platform Admin or Moderator can open it.
        </EmptyState>
      </Sheet>
    </>
  );
}
