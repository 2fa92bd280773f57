import { companyRoutes } from "@forestay/contracts/company";
import type { NamedPolicy } from "@forestay/contracts/policies";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { keyScopes } from "./key-scopes.ts";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

/** Keys for scripts: scoped, shown once, kept as a hash. */
export function ApiKeysSection() {
  const keys = useQuery(settingsQueries.apiKeys());
  const revoke = useSetting(companyRoutes.revokeApiKey);
  return (
    <div className="divide-y divide-line">
      <CreateForm />
      <section className="px-4 py-5 md:px-6">
        <h2 className="m-0 pb-2 text-body font-strong text-ink">Keys</h2>
        {keys.isError ? (
          <ErrorState
            title="The keys did not load"
            message={keys.error.message}
            onRetry={() => void keys.refetch()}
            className="px-0"
          />
        ) : null}
        {keys.data?.items.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">
            None yet. The API is described at{" "}
            <a href="/api/docs" className="font-emphasis text-brand-text">
              /api/docs
            </a>
            .
          </p>
        ) : null}
        <ul className="m-0 list-none divide-y divide-line p-0">
          {keys.data?.items.map((key) => (
            <li key={key.id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
              <span className="min-w-0 flex-1 basis-60">
                <span className="font-strong text-ink">{key.name}</span>{" "}
                <span className="font-mono text-small text-ink-2">{key.prefix}…</span>
                <span className="block text-note text-ink-2">
                  {key.scopes.join(", ")} · by {key.createdBy} ·{" "}
                  {key.lastUsedAt === null
                    ? "never used"
                    : `used ${formatRelative(key.lastUsedAt).toLowerCase()}`}
                </span>
              </span>
              {key.revokedAt === null ? (
                <Button
                  size="sm"
                  variant="danger"
                  onClick={() => revoke.mutate({ params: { id: key.id } }, saved("Key revoked"))}
                >
                  Revoke
                </Button>
              ) : (
                <Tag tone="neutral">Revoked</Tag>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function CreateForm() {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly NamedPolicy[]>(["customers:read"]);
  const create = useSetting(companyRoutes.createApiKey);
  if (create.data !== undefined) {
    const { key } = create.data;
    return (
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Your new key</h2>
        <p className="m-0 text-ui text-ink-2">It is shown only now. Send it as “Authorization: Bearer …”.</p>
        <code className="rounded-inset bg-sunken p-3 font-mono text-small break-all text-ink">{key}</code>
        <div className="flex gap-2.5">
          <Button onClick={() => void navigator.clipboard.writeText(key).then(() => toast.success("Copied"))}>
            Copy
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              create.reset();
              setName("");
            }}
          >
            I have kept it
          </Button>
        </div>
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
            label={scope}
            checked={chosen.includes(scope)}
            onChange={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </fieldset>
    </SettingForm>
  );
}
