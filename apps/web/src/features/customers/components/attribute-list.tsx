import { paymentStatusLabel, subscriptionStatusLabel } from "@forestay/contracts/wire";
import type { CustomerDetail, CustomerValueSource } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile, useMediaQuery } from "@/hooks/use-media-query.ts";
import {
  formatCounted,
  formatDateTime,
  formatMoney,
  formatRelative,
  formatShortDate,
} from "@/lib/format/index.ts";
import { valueSourcesQuery } from "../api/value-sources-query.ts";
import { attributeWords } from "../hooks/attribute-words.ts";
import { sourceWords } from "../hooks/source-words.ts";

const shownFirst = 12;

/** All that is known of the customer, own columns included, each with where it comes from and since when it is so. */
export function AttributeList({ customer }: { customer: CustomerDetail }) {
  const [all, setAll] = useState(false);
  const sources = useQuery(valueSourcesQuery(customer.id));
  const rows = knownRows(customer);
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.slice(0, shownFirst);
  return (
    <SheetRow>
      <Cell
        title="Data"
        subtitle={
          shown.length < rows.length
            ? `${shown.length} of ${formatCounted(rows.length, "field")}, each with where it comes from and since when it is so`
            : `${formatCounted(rows.length, "field")}, each with where it comes from and since when it is so`
        }
        aside={
          rows.length > shownFirst ? (
            <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : `All ${rows.length} fields`}
            </Button>
          ) : undefined
        }
      >
        <QueryView
          query={sources}
          loading="Loading where the data comes from"
          failed="Where the data comes from did not load"
          skeleton={<Values rows={shown} sources={null} />}
        >
          {({ values }) => <Values rows={shown} sources={values} />}
        </QueryView>
      </Cell>
    </SheetRow>
  );
}

/** In one table, or two beside each other where there is room. */
function Values({ rows, sources }: { rows: KnownRow[]; sources: CustomerValueSource[] | null }) {
  const isWide = useMediaQuery("(min-width: 1301px)");
  const bySource = new Map(sources?.map((source) => [source.field, source]));
  const half = Math.ceil(rows.length / 2);
  const parts = isWide && rows.length > 3 ? [rows.slice(0, half), rows.slice(half)] : [rows];
  return (
    <div className="grid grid-cols-1 gap-x-10 min-[1301px]:grid-cols-2">
      {parts.map((part, index) => (
        <ValueTable
          key={index === 0 ? "first" : "second"}
          label={parts.length === 1 ? "Data" : `Data, ${index === 0 ? "first" : "second"} half`}
          rows={part}
          sources={bySource}
        />
      ))}
    </div>
  );
}

function ValueTable({
  label,
  rows,
  sources,
}: {
  label: string;
  rows: KnownRow[];
  sources: ReadonlyMap<string, CustomerValueSource>;
}) {
  const isMobile = useIsMobile();
  const head = "border-b border-line py-1.5 pr-4 text-left text-small font-label text-ink-3 last:pr-0";
  const cell = "border-b border-line py-2 pr-4 align-top break-words last:pr-0";
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse self-start text-ui">
      {isMobile ? (
        <colgroup>
          <col className="w-[34%]" />
          <col span={3} />
        </colgroup>
      ) : null}
      <thead className={isMobile ? "sr-only" : undefined}>
        <tr>
          <th className={`${head} w-[30%]`}>Field</th>
          <th className={head}>Value</th>
          <th className={`${head} w-[26%]`}>Source</th>
          <th className={`${head} w-[17%] text-right`}>Age</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label: name, value }) => {
          const source = sources.get(key);
          const words = source === undefined ? "" : sourceWords(source);
          return isMobile ? (
            <tr key={key}>
              <th scope="row" className={`${cell} text-left font-normal text-ink-2`}>
                {name}
              </th>
              <td className={cell} colSpan={3}>
                <span className="block font-emphasis text-ink">{value}</span>
                <span className="block text-small text-ink-3">
                  {words}
                  {source?.since ? <> · {formatRelative(source.since)}</> : null}
                </span>
              </td>
            </tr>
          ) : (
            <tr key={key}>
              <th scope="row" className={`${cell} text-left font-normal text-ink-2`}>
                {name}
              </th>
              <td className={`${cell} font-emphasis text-ink`}>{value}</td>
              <td className={`${cell} text-ink-2`}>{words}</td>
              <td className={`${cell} text-right whitespace-nowrap text-ink-2`}>
                {source?.since ? (
                  <time dateTime={source.since} title={`Since ${formatDateTime(source.since)}`}>
                    {formatRelative(source.since)}
                  </time>
                ) : (
                  "–"
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface KnownRow {
  /** As the sources call the field. */
  key: string;
  label: string;
  value: string;
}

function knownRows(customer: CustomerDetail): KnownRow[] {
  const { currency, plan, startedAt, endedAt } = customer;
  const row = (key: string, label: string, value: string | null) =>
    value === null || value === "" ? [] : [{ key, label, value }];
  const money = (amount: number | null) => (amount === null ? null : formatMoney(amount, currency));
  const date = (iso: string | null) => (iso === null ? null : formatShortDate(iso));
  return [
    ...row("fullName", "Name", customer.fullName === customer.externalId ? null : customer.fullName),
    ...row("email", "E-mail", customer.email),
    ...row("externalId", "Customer id", customer.externalId),
    ...row("monthlyRevenue", "Monthly revenue", money(customer.monthlyRevenue)),
    ...row("lifetimeValue", "Lifetime value", money(customer.lifetimeValue)),
    ...row("plan", "Plan", plan),
    ...row(
      "subscriptionStatus",
      "Subscription",
      customer.subscriptionStatus === null ? null : subscriptionStatusLabel(customer.subscriptionStatus),
    ),
    ...row(
      "paymentStatus",
      "Payment",
      customer.paymentStatus === null ? null : paymentStatusLabel(customer.paymentStatus),
    ),
    ...row("startedAt", "Customer since", date(startedAt)),
    ...row("endedAt", "Left on", date(endedAt)),
    ...row("lastActivityDate", "Last activity", date(customer.lastActivityDate)),
    ...customer.attributes.flatMap((attribute) =>
      row(`attributes.${attribute.key}`, attribute.label, attributeWords(attribute, currency)),
    ),
  ];
}
