import { DAILY_DIGEST } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { CircleX, Send } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { postingQueries, useChangePosting, useTestPost } from "../api/integration-queries.ts";
import type { Posting } from "../api/integration-queries.ts";

interface PostingPartProps {
  provider: IntegrationProvider;
  name: string;
  mayWrite: boolean;
  /** The chat lets us in: its channels can be asked for. */
  isOpen: boolean;
}

const NOWHERE = "none";
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** Which channel hears of which kind of news: each choice is kept at once. */
export function PostingPart({ provider, name, mayWrite, isOpen }: PostingPartProps) {
  const query = useQuery(postingQueries.posting(provider));
  return (
    <SheetRow>
      <Cell title="What goes where" subtitle="News of the whole company; what is one person's stays theirs">
        <QueryView
          query={query}
          loading="Loading the channels that were chosen"
          failed="The channels that were chosen did not load"
          skeleton={<Skeleton className="h-60" />}
          inset
        >
          {(posting) => (
            <Choices posting={posting} provider={provider} name={name} mayWrite={mayWrite && isOpen} />
          )}
        </QueryView>
      </Cell>
    </SheetRow>
  );
}

function Choices({
  posting: { choices, digestHour },
  provider,
  name,
  mayWrite,
}: Pick<PostingPartProps, "provider" | "name" | "mayWrite"> & { posting: Posting }) {
  const channels = useQuery({ ...postingQueries.channels(provider), enabled: mayWrite });
  const change = useChangePosting(provider);
  const test = useTestPost(provider);
  const known = channels.data?.items ?? [];
  const notSaved = { onError: (error: Error) => void toast.error("Not saved", error.message) };
  const optionsFor = (chosen: { id: string; name: string } | null) => [
    { value: NOWHERE, label: "Nowhere" },
    // One that is no longer listed is still what was chosen.
    ...(chosen !== null && !known.some(({ id }) => id === chosen.id)
      ? [{ value: chosen.id, label: `#${chosen.name}` }]
      : []),
    ...known.map(({ id, name: channel, isPrivate }) => ({
      value: id,
      label: `#${channel}`,
      ...(isPrivate && { content: `#${channel} (private)` }),
    })),
  ];
  return (
    <>
      {channels.error === null ? null : (
        <p role="alert" className="m-0 pb-3 text-ui text-ink">
          The channels of {name} did not load: {channels.error.message}
        </p>
      )}
      <ul className="m-0 list-none divide-y divide-line p-0">
        {choices.map(({ kind, label, channel, problem }) => (
          <li
            key={kind}
            className="grid grid-cols-1 items-center gap-x-4 gap-y-1.5 py-2.5 text-ui lg:grid-cols-[minmax(0,1fr)_5.5rem_14rem_6.5rem]"
          >
            <span className="min-w-0 text-ink">
              {label}
              {problem === null ? null : (
                <span className="flex gap-1.5 pt-0.5 text-note text-danger-text">
                  <CircleX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
                  The last message did not arrive. {problem}
                </span>
              )}
            </span>
            {kind === DAILY_DIGEST && channel !== null ? (
              <Select
                label="Hour of the digest, by the company's clock"
                size="sm"
                options={hours}
                value={String(digestHour)}
                disabled={!mayWrite || change.isPending}
                onChange={(hour) => change.mutate({ choices: [], digestHour: Number(hour) }, notSaved)}
              />
            ) : (
              <span className="hidden lg:block" />
            )}
            {mayWrite ? (
              <Combobox
                label={`Channel: ${label}`}
                options={optionsFor(channel)}
                value={channel?.id ?? NOWHERE}
                searchPlaceholder="Find a channel"
                disabled={channels.isPending || change.isPending}
                onChange={(value) =>
                  change.mutate(
                    { choices: [{ kind: kind as Kind, channelId: value === NOWHERE ? null : value }] },
                    notSaved,
                  )
                }
              />
            ) : (
              <span className="text-ink-2">{channel === null ? "Nowhere" : `#${channel.name}`}</span>
            )}
            {mayWrite && channel !== null ? (
              <Button
                size="sm"
                icon={<Send />}
                className="justify-self-start lg:justify-self-end"
                pending={test.isPending && test.variables === channel.id}
                aria-label={`Try it in #${channel.name}`}
                onClick={() =>
                  test.mutate(channel.id, {
                    onSuccess: () => void toast.success(`A line is on its way to #${channel.name}`),
                    onError: (error) => void toast.error("It was not posted", error.message),
                  })
                }
              >
                Try it
              </Button>
            ) : (
              <span className="hidden lg:block" />
            )}
          </li>
        ))}
      </ul>
      {channels.data?.hasMore ? (
        <p className="m-0 pt-3 text-note text-ink-2">
          {name} has more channels than are listed here. Archive what nobody uses, or ask whoever runs this
          server.
        </p>
      ) : null}
    </>
  );
}

/** As the server names them: it refuses others. */
type Kind = Parameters<ReturnType<typeof useChangePosting>["mutate"]>[0]["choices"][number]["kind"];
