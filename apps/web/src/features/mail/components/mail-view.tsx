import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download } from "lucide-react";
import { useMemo, useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { cspNonce } from "@/config/csp-nonce.ts";
import { frameDocument } from "@/lib/frame-document.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { mailQueries, useMailDownload } from "../api/mail-queries.ts";
import type { OpenedMail } from "../api/mail-queries.ts";
import { MailStatus } from "./mail-status.tsx";

const forms = [
  { value: "html", label: "HTML" },
  { value: "text", label: "Text" },
  { value: "headers", label: "Headers" },
] as const;

/** One mail in its three forms, and as a file. */
export function MailView({ mailId, backTo }: { mailId: string; backTo: string }) {
  const mail = useQuery(mailQueries.mail(mailId));
  return (
    <div>
      <div className="px-4 pt-4 md:px-6">
        <ButtonLink to={backTo} size="sm" variant="ghost" icon={<ArrowLeft />} className="-ml-2.5">
          All mail
        </ButtonLink>
      </div>
      <QueryView
        query={mail}
        loading="Loading mail"
        failed="This mail did not load"
        skeleton={<Skeleton className="mx-6 my-6 h-60" />}
      >
        {(opened) => <Mail mail={opened} />}
      </QueryView>
    </div>
  );
}

function Mail({ mail }: { mail: OpenedMail }) {
  const [form, setForm] = useState<(typeof forms)[number]["value"]>("html");
  const download = useMailDownload();
  const document = useMemo(() => frameDocument(mail.html, cspNonce), [mail.html]);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-4 pt-2 pb-4 md:px-6">
        <div className="min-w-0">
          <h2 className="m-0 text-lead font-strong break-words text-ink">{mail.subject}</h2>
          <p className="m-0 flex flex-wrap gap-x-4 text-ui break-all text-ink-2">
            <span>To {mail.to}</span>
            <span>{formatDateTime(mail.createdAt)}</span>
            <MailStatus status={mail.status} />
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-2.5">
          <SegmentedControl label="Shown as" options={forms} value={form} onChange={setForm} />
          <Button
            icon={<Download />}
            pending={download.isPending}
            onClick={() =>
              download.mutate(mail.id, {
                onError: (error) => void toast.error("The download could not start", error.message),
              })
            }
          >
            .eml
          </Button>
        </span>
      </div>
      {form === "html" ? (
        <iframe
          title={`Mail: ${mail.subject}`}
          srcDoc={document}
          // No scripts, no forms, an origin of its own. Links may open a tab, which is free of these limits.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          className="block h-130 w-full border-0 border-t border-line bg-white"
        />
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="m-0 h-130 overflow-auto border-t border-line bg-sunken px-4 py-4 font-mono text-small whitespace-pre-wrap text-ink -outline-offset-2 md:px-6"
        >
          {form === "text" ? mail.text : mail.headers}
        </pre>
      )}
    </>
  );
}
