import { apiKeyEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse, NamedPolicy } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelative } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { keyScopes, keyScopeWords, scopesInWords } from "./key-scopes.ts";
import { Loaded } from "./loaded.tsx";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

type ApiKey = EndpointResponse<typeof apiKeyEndpoints.listApiKeys>["items"][number];

/** Keys for scripts: scoped, shown once, kept as a hash. */
export function ApiKeysSection() {
  const keys = useQuery(settingsQueries.apiKeys());
  return (
    <div className="divide-y divide-line">
      <CreateForm />
      <section className="px-4 py-5 md:px-6">
        <h2 className="m-0 pb-2 text-body font-strong text-ink">Keys</h2>
        <Loaded query={keys} what="The keys" inset>
          {({ items }) => (items.length === 0 ? <NoKeys /> : <KeyRows keys={items} />)}
        </Loaded>
      </section>
    </div>
  );
}

function NoKeys() {
  return (
    <p className="m-0 text-ui text-ink-2">
      None yet. The API is described at{" "}
      <a href="/api/docs" className="font-emphasis text-brand-text">
        /api/docs
      </a>
      .
    </p>
  );
}

function KeyRows({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <ul className="m-0 list-none divide-y divide-line p-0">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </ul>
  );
}

function KeyRow({ apiKey: key }: { apiKey: ApiKey }) {
  const revoke = useSetting(apiKeyEndpoints.revokeApiKey);
  const [asking, setAsking] = useState(false);
  const isRevoked = key.revokedAt !== null;
  const why = isRevoked ? null : whyStopped(key);
  const isDead = isRevoked || key.stoppedScopes.length === key.scopes.length;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-60">
        <span className={isDead ? "font-strong text-ink-2 line-through" : "font-strong text-ink"}>
          {key.name}
        </span>{" "}
        <span className="font-mono text-small text-ink-2">{key.prefix}</span>
        <span className="block text-note text-ink-2">
          {scopesInWords(key.scopes)} · by {key.createdBy} ·{" "}
          {key.lastUsedAt === null ? "never used" : `used ${formatRelative(key.lastUsedAt).toLowerCase()}`}
        </span>
        {why === null ? null : <span className="block text-note text-risk-med-text">{why}</span>}
      </span>
      {isRevoked ? (
        <Tag tone="neutral">Revoked</Tag>
      ) : (
        <>
          {isDead ? <Tag tone="warning">Stopped</Tag> : null}
          <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          revoke.reset();
        }}
        title={`Revoke ${key.name}?`}
        description="Whatever uses it stops at once. A revoked key does not come back; a new one can be made."
        confirmLabel="Revoke"
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(
            { params: { id: key.id } },
            { ...saved("Key revoked"), onSettled: (_data, error) => error === null && setAsking(false) },
          )
        }
      />
    </li>
  );
}

/** Why a key that nobody revoked does less than it was made for; null where it does all of it. */
function whyStopped({ makerIsActive, stoppedScopes, createdBy }: ApiKey): string | null {
  if (!makerIsActive) return `It does nothing: ${createdBy}, who made it, is deactivated.`;
  if (stoppedScopes.length === 0) return null;
  return `Without effect, because the role of ${createdBy} no longer allows it: ${scopesInWords(stoppedScopes)}.`;
}

function CreateForm() {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly NamedPolicy[]>(["customers:read"]);
  const create = useSetting(apiKeyEndpoints.createApiKey);
  if (create.data !== undefined) {
    const { key } = create.data;
    return (
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Your new key</h2>
        <p className="m-0 text-ui text-ink-2">It is shown only now. Send it as “Authorization: Bearer …”.</p>
        <CopyText text={key} />
        <Button
          variant="primary"
          className="self-start"
          onClick={() => {
            create.reset();
            setName("");
          }}
        >
          I have kept it
        </Button>
      </section>
    );
  }
  return (
    <SettingForm
      title="New key"
      description="A key may do what you tick, in this company only."
      submitLabel="Create key"
      pending={create.isPending}
      disabled={name.trim() === "" || chosen.length === 0}
      onSubmit={() => create.mutate({ body: { name, scopes: [...chosen] } }, { onError: saved("").onError })}
    >
      <Field label="Name" help="What it is for." error={fieldProblem(create.error, "name")}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
          />
        )}
      </Field>
      <fieldset className="m-0 grid grid-cols-1 gap-2 border-0 p-0 md:grid-cols-2">
        <legend className="pb-2 text-note font-emphasis text-ink">May</legend>
        {keyScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={keyScopeWords[scope]}
            help={scope}
            checked={chosen.includes(scope)}
            onChange={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
    </SettingForm>
  );
}
