import { createApiKeyBody } from "@forestay/contracts/schemas";
import { apiKeyEndpoints, keyScopes } from "@forestay/contracts/wire";
import type { EndpointResponse, KeyScope, NamedPolicy } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router";
import type { z } from "zod";
import { FormField, useFormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { keyScopeWords, scopesInWords } from "./key-scopes.ts";
import { Loaded } from "./loaded.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { SettingForm } from "./setting-form.tsx";

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
  const isRevoked = key.revokedAt !== null;
  const why = isRevoked ? null : whyStopped(key);
  const isExpired = !isRevoked && hasExpired(key);
  const isDead = isRevoked || isExpired || key.stoppedScopes.length === key.scopes.length;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-60">
        <span className={isDead ? "font-strong text-ink-2 line-through" : "font-strong text-ink"}>
          {key.name}
        </span>{" "}
        <span className="font-mono text-small text-ink-2">{key.prefix}</span>
        <span className="block text-note text-ink-2">
          {scopesInWords(key.scopes)} · by {key.createdBy} ·{" "}
          {key.lastUsedAt === null ? "never used" : `used ${formatRelativeInline(key.lastUsedAt)}`}
          {key.expiresAt === null
            ? null
            : ` · ${isExpired ? "expired" : "expires"} ${formatShortDate(key.expiresAt)}`}
        </span>
        {why === null ? null : <span className="block text-note text-risk-med-text">{why}</span>}
      </span>
      {isRevoked ? (
        <Tag tone="neutral">Revoked</Tag>
      ) : (
        <>
          {isDead ? <Tag tone="warning">{isExpired ? "Expired" : "Stopped"}</Tag> : null}
          <RevokeKey
            endpoint={apiKeyEndpoints.revokeApiKey}
            what="Key"
            id={key.id}
            name={key.name}
            description="Whatever uses it stops at once."
          />
        </>
      )}
    </li>
  );
}

const hasExpired = ({ expiresAt }: ApiKey) => expiresAt !== null && new Date(expiresAt) <= new Date();

/** Why a key that nobody revoked does less than it was made for; null where it does all of it. */
function whyStopped({ makerIsActive, stoppedScopes, createdBy }: ApiKey): string | null {
  if (!makerIsActive) return `It does nothing: ${createdBy}, who made it, is deactivated.`;
  if (stoppedScopes.length === 0) return null;
  return `Without effect, because the role of ${createdBy} no longer allows it: ${scopesInWords(stoppedScopes)}.`;
}

function CreateForm() {
  const create = useSetting(apiKeyEndpoints.createApiKey);
  const [params] = useSearchParams();
  const form = useServerForm({
    schema: createApiKeyBody,
    defaultValues: { name: "", scopes: askedScopes(params.get("scopes")), expiresInDays: 90 },
    send: (body) => create.mutateAsync({ body }),
    onSent: (_answer, { scopes, expiresInDays }) => {
      form.reset({ name: "", scopes, expiresInDays });
    },
  });
  if (create.data !== undefined) {
    const { key, apiKey } = create.data;
    const path = firstCall(apiKey.scopes);
    return (
      <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
        <h2 className="m-0 text-body font-strong text-ink">Your new key</h2>
        <p className="m-0 text-ui text-ink-2">It is shown only now. Send it as “Authorization: Bearer …”.</p>
        <CopyText text={key} />
        {path === null ? null : (
          <>
            <p className="m-0 text-ui text-ink-2">Try it in a terminal:</p>
            <CopyText text={`curl -H "Authorization: Bearer ${key}" ${location.origin}${path}`} />
          </>
        )}
        <Button variant="primary" className="self-start" onClick={() => create.reset()}>
          I have kept it
        </Button>
      </section>
    );
  }
  return (
    <SettingForm
      form={form}
      title="New key"
      description="A key may do what you tick, in this company only."
      submitLabel="Create key"
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        help="What it is for."
        maxLength={100}
        autoComplete="off"
      />
      <FormField form={form} name="expiresInDays" label="Expires" help="Whatever uses it stops on that day.">
        {({ value, onChange, ...control }) => (
          <Select
            {...control}
            className="w-40"
            value={String(value ?? never)}
            onChange={(days) => onChange(days === never ? null : Number(days))}
            options={terms}
          />
        )}
      </FormField>
      <ScopesField form={form} />
    </SettingForm>
  );
}

/** Scopes that a link to this page asks for; seeing customers where it asks for none. */
function askedScopes(asked: string | null): KeyScope[] {
  const named = asked?.split(",") ?? [];
  const scopes = keyScopes.filter((scope) => named.includes(scope));
  return scopes.length === 0 ? ["customers:read"] : scopes;
}

const never = "never";
const terms = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: never, label: "Never" },
];

/** Something to read with these scopes, to see that the key works; null where they only write. */
function firstCall(scopes: readonly NamedPolicy[]): string | null {
  if (scopes.includes("customers:read")) return "/api/customers?pageSize=5";
  if (scopes.includes("analytics:read")) return "/api/analytics/churn/analyses";
  if (scopes.includes("settings:read")) return "/api/company/scoring";
  return scopes.includes("company:read") ? "/api/company" : null;
}

function ScopesField({ form }: { form: ServerForm<z.input<typeof createApiKeyBody>> }) {
  const { value: chosen, onChange, error } = useFormField(form, "scopes");
  const errorId = useId();
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : errorId}
      className="m-0 grid grid-cols-1 gap-2 border-0 p-0 room:grid-cols-2"
    >
      <legend className="pb-2 text-note font-emphasis text-ink">May</legend>
      {keyScopes.map((scope) => (
        <Checkbox
          key={scope}
          label={keyScopeWords[scope]}
          help={scope}
          checked={chosen.includes(scope)}
          onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
        />
      ))}
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="m-0 text-note text-danger-text room:col-span-2">
          {error}
        </p>
      )}
    </fieldset>
  );
}
