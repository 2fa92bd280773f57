import { MOST_CONTROL_PERCENT, recoveryTimes, retryModes } from "@forestay/contracts/wire";
import type { RecoverySettings, RecoveryTimes, RetryMode } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { Field } from "@/components/ui/field.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatShortDate } from "@/lib/format/index.ts";
import { policyQueries, useSaveSettings } from "../api/policy-queries.ts";

/** Who charges the card, and whether customers are written to: what makes a policy more than a plan. */
export function WorkSettings() {
  const settings = useQuery(policyQueries.settings());
  return (
    <SheetRow className="not-first:border-t-0">
      <QueryView
        query={settings}
        loading="Loading who charges and who writes"
        failed="It is not known who charges and whether messages leave"
        skeleton={<Skeleton className="m-5 h-24" />}
      >
        {(loaded) => <Parts settings={loaded} />}
      </QueryView>
    </SheetRow>
  );
}

const timesOptions = (Object.keys(recoveryTimes) as RecoveryTimes[]).map((value) => ({
  value,
  label: recoveryTimes[value],
}));

function Parts({ settings }: { settings: RecoverySettings }) {
  const canWrite = usePolicy("recovery:write");
  const save = useSaveSettings();
  const [confirming, setConfirming] = useState(false);
  const change = (
    patch: Partial<Pick<RecoverySettings, "sends" | "retries" | "controlPercent" | "retryTimes">>,
  ) =>
    save.mutate(
      {
        sends: settings.sends,
        retries: settings.retries,
        controlPercent: settings.controlPercent,
        providerHasStopped: false,
        ...patch,
      },
      { onError: (error) => toast.error("It was not changed", error.message) },
    );
  return (
    <div className="grid divide-line max-lg:divide-y lg:grid-cols-2 lg:divide-x">
      <Cell title="Who charges the card">
        <RadioList<RetryMode>
          legend="Tries after a failed payment"
          disabled={!canWrite}
          value={settings.retries}
          onChange={(retries) => {
            if (retries === "own") setConfirming(true);
            else change({ retries });
          }}
          options={[
            {
              value: "observe",
              label: `${retryModes.observe} does, we watch and write`,
              help: "The default. No try comes from here.",
            },
            {
              value: "own",
              label: "We try on the schedule below",
              help:
                settings.ownSince === null
                  ? "Once your provider's own retries are off: two on one card break the networks' limits."
                  : `Failures since ${formatShortDate(settings.ownSince)}. Your provider's own retries are off.`,
            },
          ]}
        />
        <p className="m-0 pt-2 text-note text-ink-2">{collectingWords(settings)}</p>
        {settings.retries === "own" ? (
          <div className="pt-4">
            <Field
              label="When it is tried"
              help={
                settings.knowsTimes
                  ? "Learned from what failed and was tried again in the last year, by the hour and the day; not bound to the hours below. Results say which brings more."
                  : "Too few tries to learn from yet: until a class has 1,000 in a year everything is tried by the schedule."
              }
            >
              {(control) => (
                <Select
                  {...control}
                  disabled={!canWrite || save.isPending}
                  className="w-auto min-w-44"
                  options={timesOptions}
                  value={settings.retryTimes}
                  onChange={(retryTimes) => change({ retryTimes })}
                />
              )}
            </Field>
          </div>
        ) : null}
      </Cell>
      <Cell title="Messages">
        <div className="flex flex-col gap-4">
          <Switch
            checked={settings.sends}
            disabled={!canWrite || save.isPending}
            onChange={(sends) => change({ sends })}
            label="Write to customers by the sequences below"
          />
          <p className="m-0 text-note text-ink-2">{sendingWords(settings)}</p>
          <Field
            label="Written to later, to see what messages add"
            help="Drawn by chance; their first message comes on day 10 instead. None with less than 20 days of grace."
          >
            {(control) => (
              <Select
                {...control}
                disabled={!canWrite}
                className="w-auto min-w-44"
                options={[0, 5, 10, MOST_CONTROL_PERCENT].map((percent) => ({
                  value: String(percent),
                  label: percent === 0 ? "Nobody" : `${percent}% of customers`,
                }))}
                value={String(settings.controlPercent)}
                onChange={(percent) => change({ controlPercent: Number(percent) })}
              />
            )}
          </Field>
          {canWrite ? null : (
            <p className="m-0 text-note text-ink-2">
              Your role may look at this, not change it. An Owner can give you the role Staff.
            </p>
          )}
        </div>
      </Cell>
      {confirming ? <OwnDialog settings={settings} onClose={() => setConfirming(false)} /> : null}
    </div>
  );
}

function collectingWords({ collecting }: RecoverySettings): string {
  if (collecting.length === 0) return "No payment provider is connected that bills can be collected through.";
  return collecting
    .map(({ accountName, isSandbox, mayCollect }) => {
      const name = isSandbox ? `${accountName} (test account)` : accountName;
      if (mayCollect === null) return `${name} does not answer at the moment.`;
      return mayCollect
        ? `The key of ${name} may have invoices paid.`
        : `The key of ${name} may read only: give it write access to invoices to try from here.`;
    })
    .join(" ");
}

function sendingWords({ sendsSince, mailLeaves }: RecoverySettings): string {
  if (sendsSince === null)
    return "Nothing is sent. What fails from the switch on is written to, nothing older.";
  const since = `Failures since ${formatShortDate(sendsSince)} are written to.`;
  return mailLeaves ? since : `${since} Mail is not leaving this server: look into the outbox.`;
}

/** Charging somebody's card is confirmed, with what has to be done at the provider first. */
function OwnDialog({ settings, onClose }: { settings: RecoverySettings; onClose: () => void }) {
  const [hasStopped, setHasStopped] = useState(false);
  const save = useSaveSettings();
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Try failed payments from here"
      description="From now on what fails is charged again by the schedule of the policy in use, at most 8 times in 14 days and never with a card that must not be tried. Each try is made once, whatever breaks in between."
      confirmLabel="Try from here"
      pendingLabel="Switching..."
      pending={save.isPending}
      error={save.error}
      onConfirm={() =>
        save.mutate(
          {
            sends: settings.sends,
            retries: "own",
            controlPercent: settings.controlPercent,
            providerHasStopped: hasStopped,
          },
          { onSuccess: onClose },
        )
      }
    >
      <Checkbox
        checked={hasStopped}
        onChange={setHasStopped}
        label="Smart Retries and other own retries are off at our provider"
        help="In Stripe: Settings, Billing, Revenue recovery, Retries. While Stripe plans a try itself, a bill is left to it."
      />
    </ConfirmDialog>
  );
}
