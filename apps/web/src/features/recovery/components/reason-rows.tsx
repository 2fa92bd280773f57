import { cancelOfferKinds, MOST_CANCEL_REASONS } from "@forestay/contracts/wire";
import type { CancelFlow, CancelOffer, CancelOfferKind } from "@forestay/contracts/wire";
import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";

const NONE = "none";

type Reason = CancelFlow["reasons"][number];

const first: Record<CancelOfferKind, CancelOffer> = {
  pause: { kind: "pause", months: 2 },
  discount: { kind: "discount", percent: 25, months: 3 },
  plan: { kind: "plan", plan: "" },
  call: { kind: "call" },
};

interface ReasonRowsProps {
  reasons: readonly Reason[];
  canWrite: boolean;
  onChange: (reasons: Reason[]) => void;
}

/** Reasons that customers choose from, each with what is offered for it. */
export function ReasonRows({ reasons, canWrite, onChange }: ReasonRowsProps) {
  const put = (at: number, patch: Partial<Reason>) =>
    onChange(reasons.map((one, index) => (index === at ? { ...one, ...patch } : one)));
  return (
    <>
      <ul className="m-0 flex list-none flex-col divide-y divide-line p-0">
        {reasons.map((reason, index) => (
          <li
            key={reason.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 py-4 first:pt-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <Field label="Reason">
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  disabled={!canWrite}
                  value={reason.label}
                  onChange={({ target }) => put(index, { label: target.value })}
                />
              )}
            </Field>
            <Offer offer={reason.offer} canWrite={canWrite} onChange={(offer) => put(index, { offer })} />
            {canWrite && reasons.length > 1 ? (
              <IconButton
                label={`Remove "${reason.label}"`}
                className="col-start-2 row-start-1 mt-6 self-start lg:col-start-3"
                onClick={() => onChange(reasons.filter((_, other) => other !== index))}
              >
                <Trash2 />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {canWrite && reasons.length < MOST_CANCEL_REASONS ? (
        <Button
          size="sm"
          icon={<Plus />}
          onClick={() => onChange([...reasons, { id: freeId(reasons), label: "", offer: null }])}
        >
          Add reason
        </Button>
      ) : null}
    </>
  );
}

/** An id that no reason had before keeps what was said under it apart. */
const freeId = (reasons: readonly Reason[]) => {
  let number = reasons.length + 1;
  while (reasons.some(({ id }) => id === `reason-${number}`)) number += 1;
  return `reason-${number}`;
};

function Offer({
  offer,
  canWrite,
  onChange,
}: {
  offer: CancelOffer | null;
  canWrite: boolean;
  onChange: (offer: CancelOffer | null) => void;
}) {
  return (
    <div className="flex flex-col gap-3 max-lg:col-span-2">
      <Field label="Offered for it">
        {(control) => (
          <Select
            {...control}
            disabled={!canWrite}
            value={offer?.kind ?? NONE}
            onChange={(kind) => onChange(kind === NONE ? null : first[kind as CancelOfferKind])}
            options={[
              { value: NONE, label: "Nothing" },
              ...(Object.keys(cancelOfferKinds) as CancelOfferKind[]).map((kind) => ({
                value: kind,
                label: cancelOfferKinds[kind],
              })),
            ]}
          />
        )}
      </Field>
      {offer === null || offer.kind === "call" ? null : (
        <div className="grid grid-cols-2 gap-3">
          {offer.kind === "discount" ? (
            <NumberInput
              label="Percent"
              value={offer.percent}
              max={100}
              canWrite={canWrite}
              onChange={(percent) => onChange({ ...offer, percent })}
            />
          ) : null}
          {offer.kind === "plan" ? (
            <Field label="Plan">
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  disabled={!canWrite}
                  value={offer.plan}
                  onChange={({ target }) => onChange({ ...offer, plan: target.value })}
                />
              )}
            </Field>
          ) : (
            <NumberInput
              label="Months"
              value={offer.months}
              max={12}
              canWrite={canWrite}
              onChange={(months) => onChange({ ...offer, months })}
            />
          )}
        </div>
      )}
    </div>
  );
}

interface NumberInputProps {
  label: string;
  value: number;
  max: number;
  canWrite: boolean;
  onChange: (value: number) => void;
}

function NumberInput({ label, value, max, canWrite, onChange }: NumberInputProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={1}
          max={max}
          disabled={!canWrite}
          value={value}
          onChange={({ target }) => onChange(Math.min(max, Math.max(1, Math.trunc(Number(target.value)))))}
        />
      )}
    </Field>
  );
}
