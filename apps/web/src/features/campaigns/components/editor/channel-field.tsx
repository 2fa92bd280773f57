import type { CampaignStep } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { campaignQueries } from "../../api/campaign-queries.ts";

type Channel = Extract<CampaignStep, { kind: "slack" }>["channel"];

/** Which channel of the connected chat hears of it. */
export function ChannelField({
  channel,
  onChange,
}: {
  channel: Channel;
  onChange: (channel: Channel) => void;
}) {
  const channels = useQuery(campaignQueries.channels());
  const known = channels.data?.items ?? [];
  const all = known.some(({ id }) => id === channel.id) || channel.id === "" ? known : [channel, ...known];
  return (
    <Field label="Channel" error={channels.error?.message}>
      {(control) => (
        <Select
          {...control}
          value={channel.id === "" ? undefined : channel.id}
          onChange={(id) => {
            const chosen = all.find((one) => one.id === id);
            if (chosen !== undefined) onChange({ id: chosen.id, name: chosen.name });
          }}
          options={all.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
        />
      )}
    </Field>
  );
}
