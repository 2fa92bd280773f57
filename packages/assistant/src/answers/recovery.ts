import { formatCount, formatCounted, formatMoney, formatNumber, plural } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { customerPath, recoveryCasePath, recoveryCasesPath } from "../paths.ts";
import { monthWords } from "../reading/period.ts";
import type { FailedPayments, RecoveryFacts, RecoveryResultsFacts } from "../tool-shapes.ts";
import { longDay } from "./customers.ts";
import { monthOfPeriod } from "./months.ts";

async function readRecovery(build: AnswerBuilder): Promise<RecoveryFacts> {
  const month = monthOfPeriod(build);
  const read = await build.ask<RecoveryFacts>("get_recovery", month === undefined ? {} : { month });
  build.source("Recovery", `/app/recovery?month=${read.month}`, monthWords(read.month));
  if (!read.hasCases) throw new CannotAnswer("No payment has failed, as far as is known.");
  if (read.cases === 0)
    throw new CannotAnswer(
      `No payment failed first in ${monthWords(read.month)}.`,
      read.months
        .filter((one) => one !== read.month)
        .slice(0, 1)
        .map((one) => `Why did payments fail in ${monthWords(one)}?`),
    );
  return read;
}

/** Why payments failed, the most money first. */
export async function answerDeclines(build: AnswerBuilder): Promise<void> {
  const read = await readRecovery(build);
  const [first] = read.reasons;
  if (first === undefined) throw new CannotAnswer("No reason is known.");
  const { month, currency } = read;
  build.say(
    `Of the ${formatCounted(read.cases, "payment")} that failed first in ${monthWords(month)}, most money, `,
    link(formatMoney(first.amount, currency), recoveryCasesPath({ month, currency })),
    `, failed for "${first.reason}".`,
  );
  build.table(
    ["Reason", "Payments", "Failed", "Came in"],
    read.reasons
      .slice(0, 6)
      .map((one) => [
        one.reason,
        formatCount(one.cases),
        formatMoney(one.amount, currency),
        formatMoney(one.recovered, currency),
      ]),
  );
  if (read.currencies.length > 1)
    build.say(`Only those in ${currency}; other currencies are counted by themselves.`);
}

/** How long it takes until a failed payment comes in. */
export async function answerRecoveryDays(build: AnswerBuilder): Promise<void> {
  const read = await readRecovery(build);
  if (read.medianDays === null)
    throw new CannotAnswer(`Of what failed in ${monthWords(read.month)} nothing has come in so far.`);
  const { month, currency } = read;
  build.say(
    `Of what failed in ${monthWords(month)} and came in, half had come in after `,
    link(days(read.medianDays), recoveryCasesPath({ month, currency, part: "recovered" })),
    read.provisional ? "; those still open will make it longer." : ".",
  );
}

const days = (value: number) => `${formatNumber(value, 1)} ${plural(value, "day", "days")}`;

/** Failed payments, the largest first: those that are open, or all that failed first in the month that is asked for. */
export async function answerFailedPayments(build: AnswerBuilder, top: number | undefined): Promise<void> {
  const month = monthOfPeriod(build);
  const read = await build.ask<FailedPayments>("list_failed_payments", {
    limit: Math.min(top ?? 5, 10),
    ...(month === undefined ? {} : { month, state: "all" }),
  });
  const path = recoveryCasesPath(month === undefined ? { state: "open" } : { month });
  build.source("Failed payments", path, formatCounted(read.totalCount, "payment"));
  if (read.totalCount === 0) {
    build.say(
      month === undefined ? "No failed payment is open." : `No payment failed first in ${monthWords(month)}.`,
    );
    return;
  }
  const [total] = read.totals;
  const sum =
    total === undefined || read.totals.length > 1
      ? ""
      : `, ${formatMoney(month === undefined ? total.amount - total.recovered : total.amount, total.currency)} in all`;
  build.say(
    link(formatCounted(read.totalCount, "failed payment"), path),
    month === undefined
      ? ` ${plural(read.totalCount, "is", "are")} open${sum}, the largest first:`
      : ` failed first in ${monthWords(month)}${sum}, the largest first:`,
  );
  build.table(
    ["Customer", "Open", "Why", "What happens next"],
    read.payments.map((one) => [
      link(one.customer.name, customerPath(one.customer.id)),
      link(formatMoney(one.amount - one.recovered, one.currency), recoveryCasePath(one.id)),
      one.reason,
      next(one),
    ]),
  );
}

const next = ({ nextStep, nextAt, heldBy }: FailedPayments["payments"][number]): string =>
  heldBy ??
  (nextStep === null ? "nothing more" : nextAt === null ? nextStep : `${nextStep}, ${longDay(nextAt)}`);

/** What messages add over tries alone. */
export async function answerDunning(build: AnswerBuilder): Promise<void> {
  const read = await build.ask<RecoveryResultsFacts>("get_recovery_results");
  const path = "/app/recovery/results";
  build.asOf(read.asOf).source("Recovery, results", path);
  build.say(link(read.headline, path), `. ${read.explanation}`);
  if (!read.sends) build.say("No messages leave at the moment: they are switched off.");
}
