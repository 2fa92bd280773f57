import { useQuery } from "@tanstack/react-query";
import { MailWarning } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { customerMailQueries } from "./api/customer-mail-queries.ts";
import { SenderDomains } from "./components/sender-domains.tsx";
import { SendingForm } from "./components/sending-form.tsx";
import { SuppressionPart } from "./components/suppression-part.tsx";

/** How customers are written to: sender, domains, caps and hours, and who is not written to any more. */
export function SendingSection() {
  const settings = useQuery(customerMailQueries.settings());
  const domains = useQuery(customerMailQueries.domains());
  return (
    <div className="divide-y divide-line">
      {settings.data?.mailLeaves === false ? (
        <p
          role="status"
          className="m-0 flex items-start gap-2.5 bg-risk-med-tint px-4 py-3 text-ui text-risk-med-text md:px-6"
        >
          <MailWarning aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <strong>Mail is not leaving this server.</strong> Messages to customers are kept in the outbox.
            Set <span className="font-mono text-small">SMTP_URL</span> to have them sent.
          </span>
        </p>
      ) : null}
      <QueryView
        query={settings}
        loading="Loading settings"
        failed="How customers are written to did not load"
        skeleton={<Skeleton className="mx-6 my-6 h-60" />}
      >
        {(data) => <SendingForm settings={data} domains={domains.data?.items ?? []} />}
      </QueryView>
      <QueryView
        query={domains}
        loading="Loading sender domains"
        failed="The sender domains did not load"
        skeleton={<Skeleton className="mx-6 my-6 h-24" />}
      >
        {({ items }) => <SenderDomains domains={items} />}
      </QueryView>
      <SuppressionPart />
    </div>
  );
}
