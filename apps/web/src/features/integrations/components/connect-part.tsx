import { customerObject, providerWords } from "@forestay/contracts/wire";
import { Check, X } from "lucide-react";
import { Fragment } from "react";
import { z } from "zod";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCount, formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useAllow, useConnect } from "../api/integration-queries.ts";
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

/** A system that is not connected: what it would bring, what we may do, and the ways in. */
export function ConnectPart({ integration }: { integration: Integration }) {
  const mayWrite = usePolicy("integrations:write");
  const { provider, name, sandbox, removal } = integration;
  const isRemoving = removal !== null && removal.endedAt === null;
  const comesIn = customerObject(provider) !== undefined;
  return (
    <>
      {removal === null ? null : <RemovalPart name={name} removal={removal} />}
      <SheetRow columns="1fr 1fr">
        <Cell title={comesIn ? "What comes in" : "What goes out"}>
          <p className="m-0 text-ui text-ink">{providerWords(provider).brings}</p>
          <p className="m-0 pt-2 text-note text-ink-2">
            {comesIn
              ? "Before anything is read you see what would come in. Disconnecting leaves your customers as they are."
              : "Nothing is posted until you choose a channel for it."}
          </p>
        </Cell>
        <Cell title="What we may do">
          <MayList integration={integration} />
        </Cell>
      </SheetRow>
      <SheetRow>
        <Cell title={`Connect ${name}`}>
          {isRemoving ? (
            <p className="m-0 text-ui text-ink-2">It can be connected again when the deletion has ended.</p>
          ) : mayWrite ? (
            <WaysIn integration={integration} label={`Connect ${name}`} />
          ) : (
            <p className="m-0 text-ui text-ink-2">Staff of the company can connect it.</p>
          )}
        </Cell>
      </SheetRow>
      {sandbox !== null && mayWrite && !isRemoving ? (
        <SheetRow>
          <Cell title="No account at hand?">
            <p className="m-0 pb-3 text-ui text-ink-2">
              This server keeps a sandbox with a sample account, labeled as such. It is not there in
              production.
            </p>
            <ConnectSandbox integration={integration} label="Connect the sandbox" />
          </Cell>
        </SheetRow>
      ) : null}
    </>
  );
}

/** What came from an account that was disconnected, and is being deleted or was. */
function RemovalPart({ name, removal }: { name: string; removal: NonNullable<Integration["removal"]> }) {
  const { accountName, askedBy, startedAt, endedAt, deleted, kept } = removal;
  const counts = `${formatCounted(deleted, "customer")} deleted, ${formatCount(kept)} kept since something else knows them`;
  return (
    <SheetRow>
      <Cell
        title={
          endedAt === null ? `What came from ${name} is being deleted` : `What came from ${name} was deleted`
        }
      >
        <p role="status" className="m-0 text-ui text-ink">
          {endedAt === null ? `So far ${counts}. It goes on when you leave this page.` : `${counts}.`}
        </p>
        <p className="m-0 pt-1 text-note text-ink-2">
          The account {accountName}, as {askedBy} asked {formatRelativeInline(endedAt ?? startedAt)}
        </p>
      </Cell>
    </SheetRow>
  );
}

/** Connects the sample account of this server: by its key, or on the page on which one allows us as on the real one. */
export function ConnectSandbox({
  integration: { provider, sandbox },
  label,
  size,
  onConnected,
}: {
  integration: Integration;
  label: string;
  size?: "sm";
  onConnected?: () => void;
}) {
  const connect = useConnect(provider);
  const allow = useAllow(provider);
  const onError = (error: Error) => void toast.error("The sandbox was not connected", error.message);
  return (
    <Button
      {...(size && { size })}
      pending={connect.isPending || allow.isPending || allow.isSuccess}
      onClick={() =>
        sandbox === "oauth"
          ? allow.mutate({ sandbox: true }, { onError })
          : connect.mutate({ sandbox: true }, { onError, ...(onConnected && { onSuccess: onConnected }) })
      }
    >
      {label}
    </Button>
  );
}

/** How one is let in: on the system's own page, by a pasted key, or either. */
export function WaysIn({ integration, label }: { integration: Integration; label: string }) {
  const { oauth, takesKey, connection } = integration;
  // The sandbox needs no registration: its page is beside this server.
  const isSandbox = connection?.isSandbox === true;
  const canAllow =
    oauth !== null && (isSandbox ? connection.authorization === "oauth" : oauth.missingSettings.length === 0);
  const mayPaste = takesKey && !(isSandbox && canAllow);
  return (
    <div className="flex flex-col gap-4">
      {canAllow ? <AllowPart integration={integration} label={label} /> : null}
      {canAllow && mayPaste ? <p className="m-0 text-note text-ink-2">Or by a key of your own:</p> : null}
      {mayPaste ? <CredentialForm integration={integration} label={label} isSecond={canAllow} /> : null}
      {oauth !== null && !canAllow && !takesKey ? <SetUpNote integration={integration} /> : null}
    </div>
  );
}

function AllowPart({ integration: { provider, name }, label }: { integration: Integration; label: string }) {
  const allow = useAllow(provider);
  return (
    <div>
      <p className="m-0 pb-3 text-ui text-ink-2">
        {name} asks you whether we may come in, and sends you back here.
      </p>
      <Button
        variant="primary"
        pending={allow.isPending || allow.isSuccess}
        pendingLabel={`Opening ${name}...`}
        onClick={() =>
          allow.mutate(
            { sandbox: false },
            { onError: (error) => void toast.error(`${name} was not opened`, error.message) },
          )
        }
      >
        {label}
      </Button>
    </div>
  );
}

/** What whoever runs this server has to do first. */
function SetUpNote({ integration: { name, oauth } }: { integration: Integration }) {
  return (
    <p className="m-0 text-ui text-ink-2">
      {name} is not set up on this server yet. Whoever runs it registers it with {name} and sets{" "}
      {oauth?.missingSettings.map((setting, at) => (
        <Fragment key={setting}>
          {at === 0 ? "" : " and "}
          <code className="font-mono text-note text-ink">{setting}</code>
        </Fragment>
      ))}
      .
    </p>
  );
}

/** Where a credential is pasted: to connect, or to go on with another one of the same account. */
function CredentialForm({
  integration: { provider, name },
  label,
  isSecond,
}: {
  integration: Integration;
  label: string;
  isSecond: boolean;
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
  if (credential === null) return null;
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
        <Button
          type="submit"
          variant={isSecond ? "secondary" : "primary"}
          pending={form.isPending}
          pendingLabel="Connecting..."
        >
          {isSecond ? `${label} by key` : label}
        </Button>
      </div>
    </form>
  );
}
