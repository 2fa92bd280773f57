import { reportSubscriptionInput } from "@forestay/contracts/schemas";
import { USUAL_REPORT_TIME, weekdays } from "@forestay/contracts/wire";
import type { ReportSubscription } from "@forestay/contracts/wire";
import { formatDateTime } from "@forestay/contracts/words";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import type { ReportFilter } from "../report-filter.ts";
import { useReportFile, useSendReport, useSubscribe, useUnsubscribe } from "../api/report-queries.ts";

const days = weekdays.map(({ value, label }) => ({ value: String(value), label }));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));
const everyPlan = "every plan";

interface ReportFormProps {
  saved: ReportSubscription;
  /** What the page is narrowed to: what a first subscription begins with, and what a PDF is of. */
  filter: ReportFilter;
}

/** When the report comes and of what; one at once, and the same as a file. */
export function ReportForm({ saved, filter }: ReportFormProps) {
  const { subscription, timeZone, email, plans, nextAt, mailLeaves } = saved;
  const subscribe = useSubscribe();
  const unsubscribe = useUnsubscribe();
  const send = useSendReport();
  const file = useReportFile();
  const form = useServerForm({
    schema: reportSubscriptionInput,
    defaultValues: subscription ?? {
      ...USUAL_REPORT_TIME,
      plan: filter.plan ?? null,
      currency: filter.currency ?? null,
    },
    send: (wanted) => subscribe.mutateAsync(wanted),
    onSent: () => toast.success("The weekly report is set", `It goes to ${email}`),
  });
  const [plan, currency] = useWatch({ control: form.control, name: ["plan", "currency"] });
  // A plan that nobody is on any more stays as it was chosen.
  const known = [...new Set([...plans, ...(plan === null ? [] : [plan])])];
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-4">
        <FormField form={form} name="weekday" label="Every" className="w-40">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              options={days}
              value={String(value)}
              onChange={(day) => onChange(Number(day))}
            />
          )}
        </FormField>
        <FormField form={form} name="hour" label="At" className="w-28">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              options={hours}
              value={String(value)}
              onChange={(hour) => onChange(Number(hour))}
            />
          )}
        </FormField>
        {known.length === 0 ? null : (
          <FormField form={form} name="plan" label="Of" className="w-48">
            {({ value, onChange, ...control }) => (
              <Select
                {...control}
                options={[
                  { value: everyPlan, label: "All plans" },
                  ...known.map((one) => ({ value: one, label: one })),
                ]}
                value={value ?? everyPlan}
                onChange={(one) => onChange(one === everyPlan ? null : one)}
              />
            )}
          </FormField>
        )}
      </div>
      <p className="m-0 text-ui text-ink-2">
        To {email}, on the clock of {timeZone.replaceAll("_", " ")}
        {nextAt === null ? "." : `. The next one is written on ${formatDateTime(nextAt, timeZone)}.`}
        {mailLeaves ? null : " No mail server is set on this installation: reports stay in its outbox."}
      </p>
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel="Saving..."
          disabled={subscription !== null && !form.isDirty}
        >
          {subscription === null ? "Subscribe" : "Save changes"}
        </Button>
        <Button
          pending={send.isPending}
          pendingLabel="Asking for it..."
          onClick={() =>
            send.mutate(
              { plan, currency },
              {
                onSuccess: (sent) =>
                  void toast.success(
                    sent.mailLeaves ? "The report is on its way" : "The report is being written",
                    sent.mailLeaves ? `To ${sent.email}` : "It stays in the outbox: no mail server is set",
                  ),
                onError: (error) => void toast.error("The report was not sent", error.message),
              },
            )
          }
        >
          Send me one now
        </Button>
        <Button
          pending={file.isPending}
          pendingLabel="Preparing..."
          onClick={() =>
            file.mutate(
              {
                ...(filter.period === undefined ? {} : { period: filter.period }),
                ...(plan === null ? {} : { plan }),
                ...(currency === null ? {} : { currency }),
              },
              { onError: (error) => void toast.error("The PDF could not start", error.message) },
            )
          }
        >
          Download as PDF
        </Button>
        {subscription === null ? null : (
          <Button
            variant="danger"
            pending={unsubscribe.isPending}
            pendingLabel="Ending..."
            onClick={() =>
              unsubscribe.mutate(undefined, {
                onSuccess: () => void toast.success("You get no weekly report any more"),
                onError: (error) => void toast.error("Not saved", error.message),
              })
            }
          >
            Unsubscribe
          </Button>
        )}
      </div>
    </form>
  );
}
