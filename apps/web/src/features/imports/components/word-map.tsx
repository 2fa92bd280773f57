import {
  InvoiceStatus,
  invoiceStatusLabel,
  PaymentStatus,
  paymentStatusLabel,
  SubscriptionStatus,
  subscriptionStatusLabel,
} from "@forestay/contracts/wire";
import type { ColumnMapping } from "@forestay/contracts/wire";
import { Select } from "@/components/ui/select.tsx";

interface WordMapProps {
  mapping: ColumnMapping;
  words: readonly string[];
  disabled: boolean;
  onChange: (mapping: ColumnMapping) => void;
}

const unmapped = "none";

/** What each word of a status or label column means. */
export function WordMap({ mapping, words, disabled, onChange }: WordMapProps) {
  const options = meanings(mapping.target);
  return (
    <dl className="m-0 grid w-full grid-cols-[minmax(0,1fr)_11.5rem] items-center gap-x-3 gap-y-1.5 rounded-inset bg-sunken p-2.5 text-note">
      {words.map((word) => {
        const value = mapping.valueMap?.[word];
        return (
          <div key={word} className="contents">
            <dt className="truncate text-ink-2">“{word}” means</dt>
            <dd className="m-0">
              <Select
                label={`Meaning of ${word}`}
                size="sm"
                disabled={disabled}
                value={value === undefined ? unmapped : String(value)}
                onChange={(chosen) =>
                  onChange({ ...mapping, valueMap: withWord(mapping.valueMap, word, chosen) })
                }
                options={[{ value: unmapped, label: "Read as it is" }, ...options]}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function withWord(
  map: Record<string, number> | undefined,
  word: string,
  chosen: string,
): Record<string, number> {
  const { [word]: _replaced, ...rest } = map ?? {};
  return chosen === unmapped ? rest : { ...rest, [word]: Number(chosen) };
}

function meanings(target: ColumnMapping["target"]): { value: string; label: string }[] {
  if (target === "churned") {
    return [
      { value: "1", label: "Left" },
      { value: "0", label: "Stayed" },
    ];
  }
  if (target === "paymentResult") {
    return [
      { value: "1", label: "Succeeded" },
      { value: "0", label: "Failed" },
    ];
  }
  const [values, label] =
    target === "paymentStatus"
      ? [PaymentStatus, paymentStatusLabel]
      : target === "invoiceStatus"
        ? [InvoiceStatus, invoiceStatusLabel]
        : [SubscriptionStatus, subscriptionStatusLabel];
  return Object.values(values).map((value) => ({ value: String(value), label: label(value) }));
}
