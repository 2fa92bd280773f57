import type { CampaignStep } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { MailFrame, mailSchemes, type MailScheme } from "@/components/mail-frame.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";
import { campaignQueries } from "../api/campaign-queries.ts";
import { templates, type Template } from "../templates.ts";

type Width = "phone" | "desktop";
const widths: readonly { value: Width; label: string }[] = [
  { value: "phone", label: "Phone" },
  { value: "desktop", label: "Desktop" },
];
/** A frame of 390 or 640 px, drawn at the width of its card: the tangent of the angle is the one length over the other. */
const frames: Record<Width, string> = {
  phone: "h-[600px] w-[390px] scale-[tan(atan2(100cqw,390px))]",
  desktop: "h-[960px] w-[640px] scale-[tan(atan2(100cqw,640px))]",
};

/** What a campaign can begin with, each with its first message as a customer gets it: rendered by the server, and not a picture. */
export function TemplateGallery() {
  const [width, setWidth] = useState<Width>("phone");
  const [scheme, setScheme] = useState<MailScheme>("light");
  return (
    <>
      <PageHeader
        title="New campaign"
        subtitle="Begin with a template: every word of it can be changed"
        breadcrumb={[{ label: "Campaigns", to: "/app/campaigns" }, { label: "New campaign" }]}
        actions={
          <>
            <ButtonLink variant="ghost" to="/app/campaigns">
              Close
            </ButtonLink>
            <ButtonLink to="/app/campaigns/create?template=none">Begin empty</ButtonLink>
          </>
        }
      />
      <Sheet>
        <div className="flex flex-wrap gap-3 px-4 pt-5 md:px-5">
          <SegmentedControl
            label="Width of the messages"
            options={widths}
            value={width}
            onChange={setWidth}
          />
          <SegmentedControl
            label="Theme of the mail program"
            options={mailSchemes}
            value={scheme}
            onChange={setScheme}
          />
        </div>
        <ul
          aria-label="Templates"
          className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-5 p-4 md:p-5"
        >
          {templates.map((template) => (
            <Card key={template.id} template={template} width={width} scheme={scheme} />
          ))}
        </ul>
      </Sheet>
    </>
  );
}

function Card({ template, width, scheme }: { template: Template; width: Width; scheme: MailScheme }) {
  const { id, name, what, input } = template;
  const mail = input.steps.find((step) => step.kind === "email");
  return (
    <li className="@container relative flex flex-col overflow-hidden rounded-inset border border-line has-[a:hover]:border-line-strong">
      {mail === undefined ? null : <FirstMail step={mail} name={name} width={width} scheme={scheme} />}
      <div className="flex flex-1 flex-col gap-1 border-t border-line p-4">
        <h2 className="m-0 text-body font-strong text-ink">
          {/* All of the card is its link. */}
          <Link
            to={`/app/campaigns/create?template=${id}`}
            className="rounded-check text-ink no-underline after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        </h2>
        <p className="m-0 text-note text-ink-2">{what}</p>
        <p className="m-0 mt-auto pt-2 text-note text-ink-2">{stepWords(input.steps)}</p>
      </div>
    </li>
  );
}

interface FirstMailProps {
  step: Extract<CampaignStep, { kind: "email" }>;
  name: string;
  width: Width;
  scheme: MailScheme;
}

function FirstMail({ step, name, width, scheme }: FirstMailProps) {
  const shown = useQuery({
    ...campaignQueries.message({ content: step.content, customerId: null }),
    staleTime: Infinity,
  });
  if (shown.error !== null)
    return (
      <p role="alert" className="m-0 grid h-80 place-items-center px-4 text-center text-note text-ink-2">
        The message did not load: {shown.error.message}
      </p>
    );
  if (shown.data === undefined) return <Skeleton className="h-80 w-full" />;
  return (
    // A picture of it: nothing in it is pressed, and who reads by ear hears its subject.
    <div className="h-80 overflow-hidden">
      <span className="sr-only">First message: {shown.data.subject}</span>
      <div aria-hidden inert className="pointer-events-none">
        <MailFrame
          title={`The first message of ${name}`}
          html={shown.data.html}
          scheme={scheme}
          className={cn("max-w-none origin-top-left", frames[width])}
        />
      </div>
    </div>
  );
}

/** '2 e-mails over 5 days, then a task'. */
function stepWords(steps: readonly CampaignStep[]): string {
  const mails = steps.filter(({ kind }) => kind === "email").length;
  const hours = steps.reduce((sum, step) => sum + (step.kind === "wait" ? step.hours : 0), 0);
  const hasTask = steps.some(({ kind }) => kind === "task");
  return [
    `${mails} ${mails === 1 ? "e-mail" : "e-mails"}${hours > 0 && mails > 1 ? ` over ${hours / 24} days` : ""}`,
    ...(hasTask
      ? [hours > 0 ? `a task for the owner after ${hours / 24} days` : "a task for the owner"]
      : []),
  ].join(", ");
}
