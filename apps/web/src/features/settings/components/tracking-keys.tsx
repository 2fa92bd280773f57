import { createTrackingKeyBody } from "@forestay/contracts/schemas";
import { trackingCurl, trackingEndpoints, trackingSnippet } from "@forestay/contracts/wire";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { RevokeKey } from "./revoke-key.tsx";
import { SettingForm } from "./setting-form.tsx";
import type { Tracking } from "./tracked-events.tsx";

type TrackingKey = Tracking["keys"][number];

/** Write keys: made, shown once, revoked; and what to do with them. */
export function TrackingKeys({ keys }: { keys: readonly TrackingKey[] }) {
  const live = keys.find(({ revokedAt }) => revokedAt === null);
  return (
    <>
      <CreateForm />
      <section className="px-4 py-5 md:px-6">
        <h2 className="m-0 pb-2 text-body font-strong text-ink">Write keys</h2>
        {keys.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">
            None yet, so nothing can come in. Create one for each place that sends events.
          </p>
        ) : (
          <ul className="m-0 list-none divide-y divide-line p-0">
            {keys.map((key) => (
              <KeyRow key={key.id} trackingKey={key} />
            ))}
          </ul>
        )}
      </section>
      {live === undefined ? null : (
        <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
          <h2 className="m-0 text-body font-strong text-ink">Send an event</h2>
          <p className="m-0 text-ui text-ink-2">
            Put the whole key in the place of {live.prefix}. In a web page or a program, without a script of
            ours:
          </p>
          <CopyText text={trackingSnippet({ origin: location.origin, writeKey: live.prefix })} />
          <p className="m-0 text-ui text-ink-2">In a terminal:</p>
          <CopyText text={trackingCurl({ origin: location.origin, writeKey: live.prefix })} />
        </section>
      )}
    </>
  );
}

function KeyRow({ trackingKey: key }: { trackingKey: TrackingKey }) {
  const isRevoked = key.revokedAt !== null;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-60">
        <span className={isRevoked ? "font-strong text-ink-2 line-through" : "font-strong text-ink"}>
          {key.name}
        </span>{" "}
        <span className="font-mono text-small text-ink-2">{key.prefix}</span>
        <span className="block text-note text-ink-2">
          by {key.createdBy} ·{" "}
          {key.lastUsedAt === null ? "never used" : `used ${formatRelativeInline(key.lastUsedAt)}`}
        </span>
      </span>
      {isRevoked ? (
        <Tag tone="neutral">Revoked</Tag>
      ) : (
        <RevokeKey
          endpoint={trackingEndpoints.revokeKey}
          what="Write key"
          id={key.id}
          name={key.name}
          description="Within seconds nothing comes in with it any more. What came in stays."
        />
      )}
    </li>
  );
}

function CreateForm() {
  const create = useSetting(trackingEndpoints.createKey);
  const form = useServerForm({
    schema: createTrackingKeyBody,
    defaultValues: { name: "" },
    send: (body) => create.mutateAsync({ body }),
    onSent: () => form.reset({ name: "" }),
  });
  if (create.data !== undefined) {
    const parts = { origin: location.origin, writeKey: create.data.key };
    return (
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Your new write key</h2>
        <p className="m-0 text-ui text-ink-2">
          It is shown only now. It lets events in and nothing out, so it may stand in a web page.
        </p>
        <CopyText text={create.data.key} />
        <p className="m-0 text-ui text-ink-2">Try it in a terminal:</p>
        <CopyText text={trackingCurl(parts)} />
        <Button variant="primary" className="self-start" onClick={() => create.reset()}>
          I have kept it
        </Button>
      </section>
    );
  }
  return (
    <SettingForm
      form={form}
      title="New write key"
      description="One for each place that sends, so that each can be revoked by itself."
      submitLabel="Create write key"
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        help="Where it is used."
        maxLength={100}
        autoComplete="off"
      />
    </SettingForm>
  );
}
