import {
  identifyCurl,
  segmentNodeSnippet,
  trackingCurl,
  trackingLimits,
  trackingSnippet,
} from "@forestay/contracts/wire";
import { Link } from "react-router";
import type { ReactNode } from "react";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { formatCount } from "@/lib/format/index.ts";

/** How a product sends events: calls, libraries, what becomes of them, limits. */
export function TrackingPage() {
  const parts = { origin: location.origin, writeKey: "WRITE_KEY" };
  return (
    <div className="max-w-170">
      <PageHeader title="Tracking API" subtitle="Say what people do in your product, as it happens" />
      <Sheet className="flex flex-col gap-7 px-5 py-6 md:px-8 md:py-8">
        <Part title="Send an event">
          <P>
            Create a write key in{" "}
            <Link to="/app/settings?section=tracking" className="font-emphasis text-brand-text">
              Settings, Tracking
            </Link>{" "}
            and put it in the place of WRITE_KEY. It lets events in and nothing out.
          </P>
          <CopyText text={trackingCurl(parts)} />
          <P>
            The answer {"{"}"success": true, "accepted": 1{"}"} means that the event is kept. Some seconds
            later the customer’s last activity follows it, rules of segments count it, and so does the next
            scheduled scoring.
          </P>
        </Part>
        <Part title="From a web page, without a script of ours">
          <P>
            The call outlives the page it was made on. Use the id of the customer as your own system knows it.
          </P>
          <CopyText text={trackingSnippet(parts)} />
        </Part>
        <Part title="Say who somebody is">
          <P>
            Known traits fill the customer’s fields: email, name (or firstName and lastName), plan, createdAt.
            Company and up to {trackingLimits.traits} others become columns of your own. An empty value
            changes nothing.
          </P>
          <CopyText text={identifyCurl(parts)} />
        </Part>
        <Part title="With Segment’s libraries">
          <P>
            They work with another host and your write key, nothing else. For Node, @segment/analytics-node:
          </P>
          <CopyText text={segmentNodeSnippet(parts)} />
          <P>
            Libraries that take a whole address use {parts.origin}/v1/batch, or {parts.origin}/api/v1/batch.
            Gzip is taken.
          </P>
        </Part>
        <Part title="What becomes of it">
          <List>
            <li>
              <b>track</b> is an event; properties.value (or revenue) is its value. <b>page</b> and{" "}
              <b>screen</b> are events called “Viewed” and the name.
            </li>
            <li>
              <b>identify</b> describes the customer. <b>group</b> and <b>alias</b> are answered, and change
              nothing.
            </li>
            <li>
              A person is found by userId, else by an e-mail address in the traits, in context.traits, or as
              the userId. Events with an anonymousId alone are counted, and not kept.
            </li>
            <li>
              People who are no customers wait for {trackingLimits.waitingDays} days, become customers, or are
              left out, as you choose in the settings.
            </li>
            <li>
              An event with the same messageId counts once within {trackingLimits.messageDays} days, so send
              it again when you are in doubt. Without a messageId nothing tells a repetition.
            </li>
            <li>
              With sentAt beside timestamp, a wrong clock is corrected. A time more than an hour ahead becomes
              the time it came; one more than two years back is refused.
            </li>
            <li>A bad event does not cost the others: “refused” in the answer says which one, and why.</li>
          </List>
        </Part>
        <Part title="Limits and answers">
          <DataTable label="Limits and answers">
            <thead>
              <tr>
                <HeaderCell>What</HeaderCell>
                <HeaderCell>How much</HeaderCell>
                <HeaderCell>Beyond it</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {limits.map(([what, much, beyond]) => (
                <Row key={what}>
                  <DataCell className="py-1.5">{what}</DataCell>
                  <DataCell className="py-1.5">{much}</DataCell>
                  <DataCell className="py-1.5 text-ink-2">{beyond}</DataCell>
                </Row>
              ))}
            </tbody>
          </DataTable>
          <P>
            401 means that the key is not known or was revoked, 400 that the body is no JSON of this shape,
            429 and 503 that it is worth sending again after the seconds in Retry-After. Segment’s libraries
            do that by themselves.
          </P>
        </Part>
      </Sheet>
    </div>
  );
}

const limits: readonly (readonly [what: string, much: string, beyond: string])[] = [
  ["A call, unpacked", `${trackingLimits.batchBytes / 1024} kB`, "413"],
  ["Events in a batch", formatCount(trackingLimits.eventsPerBatch), "400"],
  ["An event", `${trackingLimits.eventBytes / 1024} kB`, "It is refused, the others are kept"],
  ["Events of a key in a minute", formatCount(trackingLimits.eventsPerMinute), "429 until the next minute"],
  ["Name of an event", `${trackingLimits.nameLength} characters`, "It is refused"],
  ["Kinds of events", "500", "New kinds are refused"],
  ["Traits of a person", String(trackingLimits.traits), "Further ones are left out"],
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
      {children}
    </section>
  );
}

const P = ({ children }: { children: ReactNode }) => <p className="m-0 text-body text-ink-2">{children}</p>;
const List = ({ children }: { children: ReactNode }) => (
  <ul className="m-0 flex list-disc flex-col gap-1.5 pl-5 text-body text-ink-2">{children}</ul>
);
