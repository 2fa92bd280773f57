import { contactGroups } from "@forestay/contracts/wire";
import type { ContactGroup, ContactWorth } from "@forestay/contracts/wire";
import { formatCount, formatMoney } from "@/lib/format/index.ts";

const order = Object.keys(contactGroups) as ContactGroup[];

/** What contact does to how many, side by side. */
export function GroupCells({ worth: { groups, currency } }: { worth: ContactWorth }) {
  return (
    <dl className="m-0 grid grid-cols-1 border-t border-line room:grid-cols-2 lg:grid-cols-4">
      {order.map((group) => {
        const found = groups.find((one) => one.group === group);
        return (
          <div
            key={group}
            className="flex flex-col gap-0.5 border-line px-4 py-4 not-first:border-t md:px-5 room:not-first:border-t-0 room:not-first:border-l"
          >
            <dt className="text-note text-ink-2">{contactGroups[group].label}</dt>
            <dd className="m-0 text-title font-title tabular-nums text-ink">
              {formatCount(found?.customers ?? 0)}
            </dd>
            <dd className="m-0 text-note text-ink-2">
              {contactGroups[group].help}
              {group === "keptByIt" || group === "drivenAway"
                ? `, ${formatMoney(found?.worth ?? 0, currency)} a year`
                : ""}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
