import { customerObject, syncFrequencies } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useChange } from "../api/integration-queries.ts";
import type { Connection } from "../api/integration-queries.ts";

interface SyncSettingsProps {
  provider: IntegrationProvider;
  connection: Connection;
  mayWrite: boolean;
}

const options = syncFrequencies.map((value) => ({ value, label: value }));

/** What comes in, and how often it is asked for: each press is kept at once. */
export function SyncSettings({ provider, connection, mayWrite }: SyncSettingsProps) {
  const change = useChange(provider);
  const { objects, frequency, version } = connection;
  const excluded = objects.filter(({ included }) => !included).map(({ object }) => object);
  const send = (next: { frequency?: Connection["frequency"]; excludedObjects?: string[] }) =>
    change.mutate(
      { frequency, excludedObjects: excluded, version, ...next },
      { onError: (error) => void toast.error("Not saved", error.message) },
    );
  return (
    <Cell title="What comes in">
      <ul className="m-0 flex list-none flex-col gap-3 p-0">
        {objects.map(({ object, label, included }) => (
          <li key={object}>
            <Switch
              checked={included}
              // Everything else is of customers.
              disabled={!mayWrite || object === customerObject(provider) || change.isPending}
              label={label}
              onChange={(wanted) =>
                send({
                  excludedObjects: wanted ? excluded.filter((one) => one !== object) : [...excluded, object],
                })
              }
            />
          </li>
        ))}
      </ul>
      <h3 className="m-0 pt-5 pb-2 text-ui font-strong text-ink">How often</h3>
      {mayWrite ? (
        <SegmentedControl
          label="How often"
          options={options}
          value={frequency}
          onChange={(value) => send({ frequency: value })}
        />
      ) : (
        <p className="m-0 text-ui text-ink">{frequency}</p>
      )}
    </Cell>
  );
}
