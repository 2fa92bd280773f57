/** What a row of the policy is about, and a word of explanation. */
export function RowTitle({ title, detail }: { title: string; detail: string }) {
  return (
    <span className="flex flex-col">
      <span className="text-ui font-strong text-ink">{title}</span>
      <span className="text-small text-ink-2">{detail}</span>
    </span>
  );
}
