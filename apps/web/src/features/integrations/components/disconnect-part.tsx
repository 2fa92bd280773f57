import { useState } from "react";
import { useNavigate } from "react-router";
import { ColumnLosses } from "@/components/column-losses.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useDisconnect, useSync } from "../api/integration-queries.ts";
import type { Connection, Integration } from "../api/integration-queries.ts";

interface DisconnectPartProps {
  integration: Integration;
  connection: Connection;
}

/** Ends a connection, and says what becomes of what came in by it. */
export function DisconnectPart({ integration: { provider, name }, connection }: DisconnectPartProps) {
  const [asking, setAsking] = useState(false);
  const [data, setData] = useState<"keep" | "delete">("keep");
  const disconnect = useDisconnect(provider);
  const sync = useSync(provider);
  const navigate = useNavigate();
  const mayDelete = usePolicy("company:manage");
  return (
    <SheetRow>
      <Cell title="Disconnect">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="m-0 min-w-0 flex-1 basis-72 text-ui text-ink-2">
            {connection.posting === null
              ? `Syncing stops and our access ends. What came from ${name} stays${mayDelete ? ", unless you have it deleted" : "; an Owner can have it deleted"}.`
              : `Nothing is posted any more and our access ends. What was posted stays in ${name}.`}
          </p>
          <span className="flex flex-wrap gap-2">
            {connection.lastSyncAt === null || connection.run !== null ? null : (
              <Button
                pending={sync.isPending}
                onClick={() =>
                  sync.mutate(
                    { all: true },
                    { onError: (error) => void toast.error("It was not started", error.message) },
                  )
                }
              >
                Read everything again
              </Button>
            )}
            <Button variant="danger" onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          </span>
        </div>
        <ConfirmDialog
          open={asking}
          onOpenChange={(open) => {
            setAsking(open);
            disconnect.reset();
          }}
          title={`Disconnect ${name}?`}
          description={
            connection.posting !== null
              ? `Nothing is posted any more and our access ends. Which channel hears of what is forgotten; what was posted stays in ${name}.`
              : connection.authorization === "oauth"
                ? "Syncing stops and our access is given back."
                : "Syncing stops and the key is forgotten. Revoke it there as well if nobody else uses it."
          }
          confirmLabel={data === "delete" ? "Disconnect and delete" : "Disconnect"}
          pending={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() =>
            disconnect.mutate(data, {
              onSuccess: () => {
                setAsking(false);
                toast.success(
                  data === "delete"
                    ? `${name} is disconnected, and what came from it alone is being deleted`
                    : `${name} is disconnected`,
                );
                void navigate("/app/settings?section=integrations");
              },
            })
          }
        >
          {connection.posting !== null ? null : !mayDelete ? (
            <p className="m-0 text-ui text-ink-2">
              What came from {name} stays: customers and their ledger. Only an Owner can have it deleted, and
              no longer once it is disconnected.
            </p>
          ) : (
            <RadioList
              legend={`What becomes of what came from ${name}`}
              value={data}
              onChange={setData}
              disabled={disconnect.isPending}
              options={[
                {
                  value: "keep",
                  label: "Keep it",
                  help: "Customers and their ledger stay, and connecting the same account again doubles nobody.",
                },
                {
                  value: "delete",
                  label: `Delete what came from ${name} alone`,
                  help: `Its subscriptions, invoices and payments go, and customers whom nothing else knows, with notes, tasks and scores of them: ${formatCounted(connection.linkedCustomers, "customer")} came from there or ${connection.linkedCustomers === 1 ? "is" : "are"} known there. Of the others what ${name} said goes, but not name and email. Who wants no mail stays written down. This cannot be taken back.`,
                },
              ]}
            />
          )}
          {data === "delete" ? <ColumnLosses cause={{ provider }} /> : null}
        </ConfirmDialog>
      </Cell>
    </SheetRow>
  );
}
