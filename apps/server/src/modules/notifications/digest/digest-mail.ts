import { PRODUCT_NAME } from "@forestay/contracts";
import { HIGH_RISK_WORDS, plural } from "@forestay/contracts/words";
import type { Config } from "#config";
import { formatCents } from "#modules/customers/index.ts";
import { webAddress, type MailTemplate } from "#modules/mail/index.ts";
import type { NamedCustomer } from "../notify.ts";

export interface DigestNews {
  kind: string;
  title: string;
  message: string;
  actionUrl: string | null;
  customers: readonly NamedCustomer[];
  /** Of all customers it speaks of, named or not. */
  valueAtRiskCents: number | null;
}

const MOST_CUSTOMERS = 20;
const MOST_OTHERS = 10;

/** A day's news as one mail: first the customers whose risk rose, by the money at risk, then everything else. */
export function digestMail(
  news: readonly DigestNews[],
  { currency, config }: { currency: string; config: Config },
): { subject: string; template: MailTemplate } {
  const byCustomer = new Map(
    news
      .toReversed()
      .flatMap(({ customers }) => customers)
      .map((customer) => [customer.customerId, customer]),
  );
  const customers = [...byCustomer.values()].sort(
    (a, b) => (b.valueAtRiskCents ?? -1) - (a.valueAtRiskCents ?? -1) || b.score - a.score,
  );
  const others = news.filter((item) => item.customers.length === 0);
  const totalCents = news.reduce((sum, { valueAtRiskCents }) => sum + (valueAtRiskCents ?? 0), 0);
  const shown = customers.slice(0, MOST_CUSTOMERS);
  const headline =
    customers.length === 0
      ? `${others.length} ${plural(others.length, "thing")} happened since yesterday`
      : totalCents > 0
        ? `${formatCents(totalCents, currency)} newly at risk`
        : `${customers.length} ${plural(customers.length, "customer")} to look at`;
  return {
    subject: `${PRODUCT_NAME} today: ${headline}`,
    template: {
      title: headline,
      paragraphs: [
        ...(shown.length === 0
          ? []
          : [
              `Customers whose risk rose into ${HIGH_RISK_WORDS} since yesterday, the most money at risk first:`,
            ]),
        ...news.filter((item) => item.customers.length > 1).map(({ title }) => `${title}.`),
        ...others.slice(0, MOST_OTHERS).map(({ title, message }) => `${title}. ${message}`),
        ...(others.length > MOST_OTHERS ? [`And ${others.length - MOST_OTHERS} more in the app.`] : []),
      ],
      rows: shown.map(({ customerId, name, score, valueAtRiskCents }) => ({
        label: name,
        value: `score ${score}${valueAtRiskCents === null ? "" : `, ${formatCents(valueAtRiskCents, currency)}`}`,
        url: webAddress(config, `/app/customers/${customerId}`),
      })),
      action: { label: "Open notifications", url: webAddress(config, "/app/notifications") },
      footer: "You asked for a digest each day. Change it under Notifications, Preferences.",
    },
  };
}
