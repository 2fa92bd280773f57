import { trackingEndpoints } from "@forestay/contracts/wire";
import type { UnknownPeople } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { formatCount, formatCounted } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { Loaded } from "./loaded.tsx";
import { saved } from "./saved.ts";
import { TrackedEvents } from "./tracked-events.tsx";
import type { Tracking } from "./tracked-events.tsx";
import { TrackingKeys } from "./tracking-keys.tsx";

/** Events as the company's own product sends them: keys, what came in, and what becomes of people nobody knows. */
export function TrackingSection() {
  const tracking = useQuery(settingsQueries.tracking());
  return (
    <Loaded query={tracking} what="Tracking">
      {(data) => (
        <div className="divide-y divide-line">
          <section className="px-4 py-5 md:px-6">
            <h2 className="m-0 text-body font-strong text-ink">Events from your product</h2>
            <p className="m-0 mt-0.5 max-w-148 text-ui text-ink-2">
              Your product says what people do, as it happens. It speaks Segment’s tracking API, so Segment’s
              libraries work with another host.{" "}
              <Link to="/app/docs/tracking" className="font-emphasis text-brand-text">
                How to send events
              </Link>
            </p>
          </section>
          <TrackingKeys keys={data.keys} />
          <TrackedEvents tracking={data} />
          <UnknownPeoplePart tracking={data} />
        </div>
      )}
    </Loaded>
  );
}

const choices: readonly { value: UnknownPeople; label: string; help: string }[] = [
  {
    value: "wait",
    label: "Keep their events waiting",
    help: "They join as soon as a customer with this id or e-mail address is there, within 30 days.",
  },
  {
    value: "create",
    label: "Make customers of them",
    help: "Whoever sends events with your key adds customers; who waits now becomes one too.",
  },
  { value: "ignore", label: "Leave them out", help: "Counted, and not kept." },
];

function UnknownPeoplePart({ tracking: { unknownPeople, people } }: { tracking: Tracking }) {
  const change = useSetting(trackingEndpoints.change);
  const told = saved("Tracking saved");
  // What was chosen is shown until the server says so too: not what was, for a moment in between.
  const [chosen, setChosen] = useState<UnknownPeople | null>(null);
  if (chosen === unknownPeople) setChosen(null);
  return (
    <section className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">People who are no customers</h2>
      <RadioList
        legend="What becomes of what they do"
        value={chosen ?? unknownPeople}
        onChange={(value) => {
          setChosen(value);
          change.mutate(
            { body: { unknownPeople: value } },
            {
              ...told,
              onError: (error) => {
                setChosen(null);
                told.onError(error);
              },
            },
          );
        }}
        options={choices}
        disabled={change.isPending}
      />
      {people.waiting === 0 ? null : (
        <div className="text-ui text-ink-2">
          <p className="m-0">
            {people.waiting === 1 ? "1 person is" : `${formatCount(people.waiting)} people are`} not known,
            and {people.events === 1 ? "1 event waits." : `${formatCount(people.events)} events wait.`}{" "}
            <Link to="/app/customers" className="font-emphasis text-brand-text">
              Import customers
            </Link>{" "}
            with these ids or addresses, or make customers of them.
          </p>
          <ul className="m-0 mt-2 list-none divide-y divide-line p-0" aria-label="People who are not known">
            {people.newest.map(({ externalId, email, events }) => (
              <li key={externalId ?? email} className="flex gap-4 py-1.5">
                <span className="min-w-0 flex-1 truncate font-mono text-small text-ink">
                  {externalId ?? email}
                </span>
                <span className="tabular">{formatCounted(events, "event")}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
