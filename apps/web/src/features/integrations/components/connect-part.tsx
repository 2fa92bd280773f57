import { providerWords } from "@forestay/contracts/wire";
import { Check, X } from "lucide-react";
import { z } from "zod";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useConnect } from "../api/integration-queries.ts";
import type { Integration } from "../api/integration-queries.ts";

const shown = z.object({ credential: z.string().trim().min(1, "Paste the key").max(500) });

/** What we may do there, in words, and what we do not. */
export function MayList({ integration: { provider } }: { integration: Integration }) {
  const { may, mayNot } = providerWords(provider);
  return (
    <ul className="m-0 flex list-none flex-col gap-2 p-0 text-ui text-ink">
      {may.map((one) => (
        <li key={one} className="flex gap-2.5">
          <Check aria-label="Yes:" className="mt-0.5 size-4 shrink-0 text-ok-text" />
          {one}
        </li>
      ))}
      {mayNot.map((one) => (
        <li key={one} className="flex gap-2.5 text-ink-2">
          <X aria-label="No:" className="mt-0.5 size-4 shrink-0" />
          {one}
        </li>
      ))}
    </ul>
  );
}

/** A system that is not connected: what it would bring, what we may do, and the way in. */
export function ConnectPart({ integration }: { integration: Integration }) {
  const mayWrite = usePolicy("integrations:write");
  const { provider, name, hasSandbox } = integration;
  const connect = useConnect(provider);
  return (
    <>
      <SheetRow columns="1fr 1fr">
        <Cell title="What comes in">
          <p className="m-0 text-ui text-ink">{providerWords(provider).brings}</p>
          <p className="m-0 pt-2 text-note text-ink-2">
            Before anything is read you see what would come in. Disconnecting leaves your customers as they
            are.
          </p>
        </Cell>
        <Cell title="What we may do">
          <MayList integration={integration} />
        </Cell>
      </SheetRow>
      <SheetRow>
        <Cell title={`Connect ${name}`}>
          {mayWrite ? (
            <CredentialForm integration={integration} label={`Connect ${name}`} />
          ) : (
            <p className="m-0 text-ui text-ink-2">Staff of the company can connect it.</p>
          )}
        </Cell>
      </SheetRow>
      {hasSandbox && mayWrite ? (
        <SheetRow>
          <Cell title="No account at hand?">
            <p className="m-0 pb-3 text-ui text-ink-2">
              This server keeps a sandbox with a sample account, labelled as such. It is not there in
              production.
            </p>
            <Button
              pending={connect.isPending}
              onClick={() =>
                connect.mutate(
                  { sandbox: true },
                  { onError: (error) => void toast.error("The sandbox was not connected", error.message) },
                )
              }
            >
              Connect the sandbox
            </Button>
          </Cell>
        </SheetRow>
      ) : null}
    </>
  );
}

/** Where a credential is pasted: to connect, or to go on with another one of the same account. */
export function CredentialForm({
  integration: { provider, name },
  label,
}: {
  integration: Integration;
  label: string;
}) {
  const connect = useConnect(provider);
  const { credential } = providerWords(provider);
  const form = useServerForm({
    schema: shown,
    defaultValues: { credential: "" },
    send: (body) => connect.mutateAsync(body),
    onSent: () => {
      form.reset({ credential: "" });
      toast.success(`${name} lets us in`);
    },
  });
  return (
    <form onSubmit={form.submit} className="flex max-w-148 flex-col gap-3" noValidate>
      <TextField
        form={form}
        name="credential"
        label={credential.label}
        help={credential.hint}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={`${credential.begins}…`}
      />
      <FormProblem problem={form.problem} />
      <div>
        <Button type="submit" variant="primary" pending={form.isPending} pendingLabel="Connecting...">
          {label}
        </Button>
      </div>
    </form>
  );
}
