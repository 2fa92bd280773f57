import { declineClasses, declineReasons } from "@forestay/contracts/wire";
import type { PolicySequence, RecoveryPolicy } from "@forestay/contracts/wire";
import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { RowTitle } from "./row-title.tsx";
import { SequenceDialog } from "./sequence-dialog.tsx";

/** Goes before those that fit everything, until somebody says whom it is for. */
const newSequence = (): PolicySequence => ({
  name: "New sequence",
  classes: ["soft", "technical"],
  reasons: [],
  plans: [],
  fromAmount: null,
  messages: [],
});

interface SequencesProps {
  policy: RecoveryPolicy;
  plans: readonly string[];
  currency: string;
  canWrite: boolean;
  onChange: (patch: Partial<RecoveryPolicy>) => void;
}

/** Which messages leave when; each payment gets the first sequence that fits it. */
export function Sequences({ policy, plans, currency, canWrite, onChange }: SequencesProps) {
  const [editing, setEditing] = useState<number | null>(null);
  const { sequences } = policy;
  const put = (at: number, sequence: PolicySequence) =>
    onChange({ sequences: sequences.map((one, index) => (index === at ? sequence : one)) });
  const edited = editing === null ? undefined : sequences[editing];
  return (
    <Cell
      title="Messages"
      subtitle="The first that fits a payment is sent"
      aside={
        canWrite && sequences.length < 20 ? (
          <Button
            size="sm"
            icon={<Plus />}
            onClick={() => {
              onChange({ sequences: [newSequence(), ...sequences] });
              setEditing(0);
            }}
          >
            Add sequence
          </Button>
        ) : undefined
      }
    >
      <ul className="m-0 flex list-none flex-col divide-y divide-line p-0">
        {sequences.map((sequence, index) => (
          <li
            key={index}
            className="grid items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[minmax(0,200px)_minmax(0,1fr)_auto]"
          >
            <RowTitle title={sequence.name} detail={whose(sequence, currency)} />
            <span className="flex flex-wrap gap-1.5">
              {sequence.messages.map(({ afterDays, subject }) => (
                <Tag key={afterDays} tone="outline" className="max-w-full">
                  <span title={subject}>Day {afterDays}</span>
                </Tag>
              ))}
            </span>
            <IconButton
              label={`${canWrite ? "Edit" : "Read"} the messages of ${sequence.name}`}
              onClick={() => setEditing(index)}
            >
              <Pencil />
            </IconButton>
          </li>
        ))}
      </ul>
      {editing === null || edited === undefined ? null : (
        <SequenceDialog
          sequence={edited}
          plans={plans}
          currency={currency}
          canWrite={canWrite}
          onClose={() => setEditing(null)}
          onRemove={
            sequences.length < 2
              ? undefined
              : () => {
                  onChange({ sequences: sequences.filter((_, index) => index !== editing) });
                  setEditing(null);
                }
          }
          onSave={(sequence) => {
            put(editing, sequence);
            setEditing(null);
          }}
        />
      )}
    </Cell>
  );
}

function whose({ classes, reasons, plans, fromAmount }: PolicySequence, currency: string): string {
  const parts = [
    classes.map((one) => declineClasses[one]).join(", "),
    ...(reasons.length === 0 ? [] : [reasons.map((one) => declineReasons[one]).join(", ")]),
    plans.length === 0 ? "every plan" : plans.join(", "),
    ...(fromAmount === null ? [] : [`from ${fromAmount} ${currency}`]),
  ];
  return parts.join(" · ");
}
