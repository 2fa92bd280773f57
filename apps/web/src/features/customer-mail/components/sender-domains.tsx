import { senderDomainInput } from "@forestay/contracts/schemas";
import type { SenderDomain } from "@forestay/contracts/wire";
import { useState } from "react";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import type { TagTone } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { useAddDomain, useCheckDomain, useRemoveDomain } from "../api/customer-mail-queries.ts";

type Record_ = SenderDomain["records"][number];

const recordWords: Record<Record_["name"], { title: string; why: string }> = {
  ownership: { title: "Ownership", why: "Shows that the domain is yours." },
  dkim: {
    title: "DKIM",
    why: "The public half of the key that signs your messages; the other half never leaves this server.",
  },
  dmarc: { title: "DMARC", why: "Large mailboxes ask for it of whoever writes to many. Any policy will do." },
  spf: {
    title: "SPF",
    why: "Names the servers that may send for the domain: your mail server's provider says what to put in.",
  },
};
const stateWords: Record<Record_["state"], { label: string; tone: TagTone }> = {
  found: { label: "Found", tone: "ok" },
  missing: { label: "Missing", tone: "warning" },
  different: { label: "Another value", tone: "danger" },
  unchecked: { label: "Not checked", tone: "neutral" },
};

/** Domains of the company's own, with the records that each needs and what was found of them. */
export function SenderDomains({ domains }: { domains: readonly SenderDomain[] }) {
  const mayManage = usePolicy("company:manage");
  return (
    <section aria-labelledby="sender-domains" className="flex flex-col gap-4 px-4 py-5 md:px-6">
      <div className="max-w-148">
        <h2 id="sender-domains" className="m-0 text-body font-strong text-ink">
          Sender domains
        </h2>
        <p className="m-0 mt-0.5 text-ui text-ink-2">
          {domains.length === 0
            ? "None yet. Messages that your own domain signs reach more mailboxes."
            : "Add these records where the domain is kept, then check. They are looked at again every day."}
        </p>
      </div>
      {domains.map((domain) => (
        <DomainPart key={domain.id} domain={domain} />
      ))}
      {mayManage ? <AddDomain /> : <p className="m-0 text-ui text-ink-2">Owners can add a domain.</p>}
    </section>
  );
}

function AddDomain() {
  const add = useAddDomain();
  const form = useServerForm({
    schema: senderDomainInput,
    defaultValues: { domain: "" },
    send: ({ domain }) => add.mutateAsync(domain),
    onSent: ({ domain }) => {
      toast.success("Domain added", `Add the records of ${domain}, then check them.`);
      form.reset({ domain: "" });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-148 flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          form={form}
          name="domain"
          label="Domain"
          placeholder="mail.example.com"
          className="min-w-56 flex-1"
        />
        <Button type="submit" className="mt-6" pending={form.isPending} pendingLabel="Adding...">
          Add domain
        </Button>
      </div>
      <FormProblem problem={form.problem} />
    </form>
  );
}

function DomainPart({ domain }: { domain: SenderDomain }) {
  const mayWrite = usePolicy("settings:write");
  const mayManage = usePolicy("company:manage");
  const check = useCheckDomain();
  const remove = useRemoveDomain();
  const [removing, setRemoving] = useState(false);
  const isVerified = domain.verifiedAt !== null;
  return (
    <article className="max-w-180 rounded-inset border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <h3 className="m-0 min-w-0 flex-1 text-ui font-strong break-all text-ink">{domain.domain}</h3>
        <Tag tone={isVerified ? "ok" : "warning"}>{isVerified ? "Verified" : "Not verified"}</Tag>
        {mayWrite ? (
          <Button
            size="sm"
            pending={check.isPending}
            pendingLabel="Checking..."
            onClick={() => check.mutate(domain.id)}
          >
            Check now
          </Button>
        ) : null}
        {mayManage ? (
          <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        ) : null}
      </header>
      <p role="status" className="m-0 px-4 pb-3 text-note text-ink-2">
        {check.error?.message ??
          domain.problem ??
          (domain.checkedAt === null ? "Not checked yet." : `Checked ${formatRelative(domain.checkedAt)}.`)}
      </p>
      <ul className="m-0 list-none divide-y divide-line border-t border-line p-0">
        {domain.records.map((record) => (
          <RecordPart key={record.name} record={record} domain={domain.domain} />
        ))}
      </ul>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${domain.domain}?`}
        description="Its key is forgotten. Messages come from this product's address until another domain is chosen."
        confirmLabel="Remove domain"
        pendingLabel="Removing..."
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(domain.id, { onSuccess: () => setRemoving(false) })}
      />
    </article>
  );
}

function RecordPart({ record, domain }: { record: Record_; domain: string }) {
  const { title, why } = recordWords[record.name];
  const { label, tone } = stateWords[record.state];
  return (
    <li className="px-4 py-3">
      <details
        open={
          record.isRequired && record.state !== "found" && record.state !== "unchecked" ? true : undefined
        }
      >
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 text-ui text-ink">
          <span className="font-emphasis">{title}</span>
          <span className="min-w-0 flex-1 text-note text-ink-2">
            {record.isRequired ? "Needed" : "Advised"}
          </span>
          <Tag tone={tone}>{label}</Tag>
        </summary>
        <p className="m-0 mt-2 text-note text-ink-2">{why}</p>
        <dl className="m-0 mt-2 flex flex-col gap-3 text-note">
          <div>
            <dt className="pb-1 font-emphasis text-ink">TXT record at</dt>
            <dd className="m-0">
              <CopyText text={record.host} what={`where the ${title} record of ${domain} stands`} />
            </dd>
          </div>
          <div>
            <dt className="pb-1 font-emphasis text-ink">Value</dt>
            <dd className="m-0">
              <CopyText text={record.value} what={`the ${title} record of ${domain}`} />
            </dd>
          </div>
          {record.state === "different" && record.found !== null ? (
            <div>
              <dt className="pb-1 font-emphasis text-danger-text">Stands there now</dt>
              <dd className="m-0 font-mono text-small break-all text-ink">{record.found}</dd>
            </div>
          ) : null}
        </dl>
      </details>
    </li>
  );
}
