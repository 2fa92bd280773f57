import { Info } from "lucide-react";

/** What a person should know of the file, none of it an error. */
export function Notices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="m-0 mb-4 flex list-none flex-col gap-1.5 rounded-inset bg-sunken p-3 text-ui text-ink-2">
      {notices.map((notice) => (
        <li key={notice} className="flex gap-2">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
          {notice}
        </li>
      ))}
    </ul>
  );
}
