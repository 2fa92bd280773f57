import {
  WEBHOOK_CUSTOMERS,
  WEBHOOK_RETENTION_DAYS,
  WEBHOOK_ROTATION_HOURS,
  webhookExamples,
  webhookKinds,
  webhookVector,
  webhookVerification,
} from "@forestay/contracts/wire";
import type { WebhookKind } from "@forestay/contracts/wire";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";

/** How webhooks reach a receiver and how it checks them: headers, signature, kinds, tries. */
export function WebhooksPage() {
  return (
    <div className="max-w-190">
      <PageHeader
        title="Webhooks"
        subtitle="How your own systems hear what happens here, and how they know that it is from here"
      />
      <Sheet className="flex flex-col gap-7 px-5 py-6 md:px-8 md:py-8">
        <Part title="What is sent">
          <p className="m-0">
            An Owner adds an address under{" "}
            <Link to="/app/settings?section=webhooks" className="font-emphasis text-brand-text">
              Settings, Webhooks
            </Link>{" "}
            and chooses what it is told. Each message is a POST with a JSON body of <Code>type</Code>,{" "}
            <Code>timestamp</Code> and <Code>data</Code>. Answer with a status from 200 to 299 within 10
            seconds and do the work afterwards. A message names up to {WEBHOOK_CUSTOMERS} customers; of more
            there are several messages. Their order is not promised: compare the timestamps.
          </p>
        </Part>
        <Part title="Headers">
          <dl className="m-0 flex flex-col gap-2">
            <Header name="webhook-id">
              Which message it is, the same however often it is tried. Keep the ids of the last days and do
              nothing twice.
            </Header>
            <Header name="webhook-timestamp">
              When this try was sent, in seconds. Refuse what is older than five minutes.
            </Header>
            <Header name="webhook-signature">
              <Code>v1,</Code> and the HMAC-SHA-256 of id, timestamp and body, joined by dots, in base64.
              While a secret is being replaced there are two, separated by a space.
            </Header>
          </dl>
          <p className="m-0">
            These are the headers of Standard Webhooks: its libraries check them as they come.
          </p>
        </Part>
        <Verification />
        <Kinds />
        <Part title="When it does not arrive">
          <p className="m-0">
            It is tried again after 5 seconds, 30 seconds, 2, 10 and 30 minutes, 2, 6, 12, 24 and 28 hours,
            and not earlier than <Code>Retry-After</Code> asks. A redirect is a failure. An address that
            answers 410, or to which nothing arrived for three days, is stopped and the Owners are told. What
            happens while an address is paused or stopped is held back; after it is resumed you send it again
            from its page, one by one or all at once. Deliveries are kept for {WEBHOOK_RETENTION_DAYS} days.
          </p>
        </Part>
      </Sheet>
    </div>
  );
}

const languages = [
  { value: "node", label: "Node" },
  { value: "python", label: "Python" },
] as const;

function Verification() {
  const [language, setLanguage] = useState<keyof typeof webhookVerification>("node");
  const { secret, headers, body } = webhookVector;
  return (
    <Part title="Checking the signature">
      <p className="m-0">
        The secret is shown once, when the address is added. Check the body as it came, before it is parsed. A
        new secret signs at once, and the one before for another {WEBHOOK_ROTATION_HOURS} hours.
      </p>
      <div className="flex">
        <SegmentedControl label="Language" options={languages} value={language} onChange={setLanguage} />
      </div>
      <Listing label={`Checking the signature in ${language === "node" ? "Node" : "Python"}`}>
        {webhookVerification[language]}
      </Listing>
      <p className="m-0">It answers yes to this message, if now is its timestamp:</p>
      <Listing label="A message to try it with">
        {[
          `secret: ${secret}`,
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          "",
          body,
        ].join("\n")}
      </Listing>
    </Part>
  );
}

const kinds = Object.entries(webhookKinds) as [WebhookKind, (typeof webhookKinds)[WebhookKind]][];

function Kinds() {
  const [kind, setKind] = useState<WebhookKind>("customer.risk_level_changed");
  return (
    <Part title="Kinds of events">
      <dl className="m-0 flex flex-col gap-2">
        {kinds.map(([name, { help }]) => (
          <Header key={name} name={name}>
            {help}
          </Header>
        ))}
      </dl>
      <Select
        label="Kind of the example"
        className="w-68 max-w-full"
        value={kind}
        onChange={setKind}
        options={kinds.map(([value]) => ({ value, label: value }))}
      />
      <Listing label={`A message of the kind ${kind}`}>
        {JSON.stringify(webhookExamples[kind], null, 2)}
      </Listing>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 text-body text-ink-2">
      <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
      {children}
    </section>
  );
}

function Header({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-mono text-small text-ink">{name}</dt>
      <dd className="m-0">{children}</dd>
    </div>
  );
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-small text-ink">{children}</code>
);

function Listing({ label, children }: { label: string; children: string }) {
  return (
    <pre
      aria-label={label}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="m-0 overflow-x-auto rounded-inset bg-sunken p-3.5 font-mono text-small text-ink"
    >
      {children}
    </pre>
  );
}
