import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { integrationQueries } from "../../api/integration-queries.ts";
import type { Connection } from "../../api/integration-queries.ts";
import { FieldMapForm } from "./field-map-form.tsx";

interface FieldMapPartProps {
  provider: IntegrationProvider;
  name: string;
  connection: Connection;
}

/** Which field there goes into which of ours. The other system is asked for its fields when somebody wants to see them. */
export function FieldMapPart({ provider, name, connection }: FieldMapPartProps) {
  const [open, setOpen] = useState(false);
  return (
    <SheetRow>
      <Cell
        title="Which field goes where"
        subtitle={
          connection.fieldMap === "own"
            ? "As your company chose"
            : `As fields of ${name} go by themselves: name, e-mail, and columns of their own`
        }
        aside={
          open ? null : (
            <Button size="sm" onClick={() => setOpen(true)}>
              Choose fields
            </Button>
          )
        }
      >
        {open ? (
          <Fields provider={provider} name={name} connection={connection} onClose={() => setOpen(false)} />
        ) : null}
      </Cell>
    </SheetRow>
  );
}

function Fields({ provider, name, connection, onClose }: FieldMapPartProps & { onClose: () => void }) {
  const query = useQuery(integrationQueries.fieldMap(provider));
  return (
    <QueryView
      query={query}
      loading={`Reading the fields of ${name}`}
      failed={`The fields of ${name} did not load`}
      skeleton={<Skeleton className="h-60" />}
      inset
    >
      {(map) => (
        <FieldMapForm
          key={map.version}
          provider={provider}
          name={name}
          map={map}
          isBusy={connection.run !== null}
          onClose={onClose}
        />
      )}
    </QueryView>
  );
}
