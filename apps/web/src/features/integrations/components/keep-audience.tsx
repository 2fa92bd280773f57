import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { audienceQueries, useKeepAudience } from "../api/audience-queries.ts";
import type { Audiences } from "../api/audience-queries.ts";

interface KeepAudienceProps {
  audiences: Audiences;
  provider: IntegrationProvider;
  name: string;
}

/** Whom to keep there and in which list. */
export function KeepAudience({ audiences: { items, choices }, provider, name }: KeepAudienceProps) {
  const lists = useQuery(audienceQueries.lists(provider));
  const keep = useKeepAudience(provider);
  const [subject, setSubject] = useState("");
  const [chosen, setChosen] = useState("");
  const known = lists.data?.items ?? [];
  const list = known.length === 1 ? (known[0]?.id ?? "") : chosen;
  const found = choices.find(({ id }) => id === subject);
  const listName = known.find(({ id }) => id === list)?.name;
  const isKept = items.some((one) => one.subjectId === subject && one.listName === listName);
  if (choices.length === 0)
    return (
      <p className="m-0 pt-3 text-note text-ink-2">
        There is no active segment and no campaign yet that an audience could be made of.
      </p>
    );
  return (
    <>
      {lists.error === null ? null : (
        <p role="alert" className="m-0 pt-3 text-ui text-ink">
          The lists of {name} did not load: {lists.error.message}
        </p>
      )}
      {lists.data !== undefined && known.length === 0 ? (
        <p className="m-0 pt-3 text-ui text-ink">{name} has no audience yet in which a tag could be kept.</p>
      ) : (
        <div className="flex flex-wrap items-end gap-3 pt-4">
          <div className="w-full lg:w-72">
            <Combobox
              label="Segment or campaign"
              options={choices.map(({ kind, id, name: one }) => ({
                value: id,
                label: `${one} (${kind})`,
              }))}
              value={subject === "" ? undefined : subject}
              placeholder="Choose whom to keep"
              searchPlaceholder="Find a segment or campaign"
              disabled={keep.isPending}
              onChange={setSubject}
            />
          </div>
          {known.length > 1 ? (
            <div className="w-full lg:w-72">
              <Combobox
                label={`Audience in ${name}`}
                options={known.map(({ id, name: one }) => ({ value: id, label: one }))}
                value={chosen === "" ? undefined : chosen}
                placeholder={`Choose an audience in ${name}`}
                searchPlaceholder="Find an audience"
                disabled={keep.isPending}
                onChange={setChosen}
              />
            </div>
          ) : null}
          <Button
            disabled={found === undefined || list === "" || isKept}
            pending={keep.isPending}
            pendingLabel="Saving..."
            onClick={() =>
              found === undefined
                ? undefined
                : keep.mutate(
                    { kind: found.kind, subjectId: found.id, listId: list },
                    {
                      onSuccess: () => {
                        setSubject("");
                        toast.success(`${found.name} is kept in ${name} from now on`);
                      },
                      onError: (error) => void toast.error("It is not kept", error.message),
                    },
                  )
            }
          >
            Keep as a tag
          </Button>
          {isKept ? <p className="m-0 pb-2 text-note text-ink-2">It is kept there already.</p> : null}
        </div>
      )}
    </>
  );
}
