import { Button } from "@/components/ui/button.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";

interface SecretShownProps {
  title: string;
  secret: string;
  /** What else to know of it. */
  note?: string;
  onKept: () => void;
}

/** A secret, the one time that it is shown. */
export function SecretShown({ title, secret, note, onKept }: SecretShownProps) {
  return (
    <section className="flex flex-col gap-3 border-b border-line px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
      <p className="m-0 text-ui text-ink-2">
        It is shown only now. Your receiver checks by it that a message is from here and was not changed.
        {note === undefined ? null : ` ${note}`}
      </p>
      <CopyText text={secret} />
      <Button variant="primary" className="self-start" onClick={onKept}>
        I have kept it
      </Button>
    </section>
  );
}
