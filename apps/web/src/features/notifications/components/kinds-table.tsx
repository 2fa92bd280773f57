import type { NotificationKind, NotificationPreferences } from "@forestay/contracts/wire";
import { Fragment } from "react";
import { Checkbox } from "@/components/ui/checkbox.tsx";

interface KindsTableProps {
  kinds: NotificationPreferences["kinds"];
  onChange: (kind: NotificationKind, patch: { inApp?: boolean; email?: boolean }) => void;
}

/** Every kind of notification by channel, grouped by category. */
export function KindsTable({ kinds, onChange }: KindsTableProps) {
  const head = "px-3 py-2 text-small font-label text-ink-3 last:pr-5";
  return (
    <table className="w-full border-collapse text-left text-ui text-ink">
      <caption className="sr-only">What reaches you, and how</caption>
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={`${head} pl-4 md:pl-5`}>
            What happened
          </th>
          <th scope="col" className={`${head} w-20 text-center whitespace-nowrap`}>
            In the app
          </th>
          <th scope="col" className={`${head} w-20 text-center whitespace-nowrap`}>
            By e-mail
          </th>
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(kinds, ({ category }) => category)].map(([category, members]) => (
          <Fragment key={category}>
            <tr className="border-b border-line bg-sunken">
              <th
                scope="colgroup"
                colSpan={3}
                className="px-4 py-1.5 text-small font-label text-ink-2 md:px-5"
              >
                {category}
              </th>
            </tr>
            {members.map(({ kind, label, always, inApp, email }) => (
              <tr key={kind} className="border-b border-line last:border-b-0">
                <th scope="row" className="h-10.5 py-2 pr-3 pl-4 font-regular md:pl-5 touch:h-14.5">
                  {label}
                  {always ? (
                    <span className="block text-note text-ink-3">Always sent, and at once</span>
                  ) : null}
                </th>
                <td className="text-center">
                  <Checkbox
                    hideLabel
                    label={`${label}: in the app`}
                    checked={inApp}
                    disabled={always}
                    onChange={(checked) => onChange(kind, { inApp: checked })}
                  />
                </td>
                <td className="pr-2 text-center">
                  <Checkbox
                    hideLabel
                    label={`${label}: by e-mail`}
                    checked={email}
                    disabled={always}
                    onChange={(checked) => onChange(kind, { email: checked })}
                  />
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
