import { X } from "lucide-react";
import { siteButton } from "./site-link.tsx";

const field =
  "h-10 w-full rounded-control border border-line-control bg-sheet px-3 text-body text-ink field-focus touch:text-input";

function Field(props: {
  name: string;
  label: string;
  type?: string;
  autoComplete: string;
  needed?: boolean;
}) {
  const { name, label, type = "text", autoComplete, needed = false } = props;
  return (
    <label className="flex flex-col gap-1.5 text-note font-emphasis text-ink">
      <span>
        {label}
        {needed ? (
          <span aria-hidden className="text-danger-text">
            {" *"}
          </span>
        ) : null}
      </span>
      <input
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={needed}
        maxLength={needed ? 320 : 100}
        className={field}
      />
    </label>
  );
}

/** The waiting list's dialog, in the page from the start and shown by the script: it opens at once, wherever one is. */
export function WaitlistDialog() {
  return (
    <dialog
      id="waitlist"
      aria-labelledby="waitlist-title"
      className="m-auto w-[min(460px,calc(100vw-32px))] rounded-dialog border border-line bg-raised p-0 text-ink shadow-lg backdrop:bg-scrim print:hidden"
    >
      <div className="relative px-6 py-5">
        <h2 id="waitlist-title" className="m-0 pr-10 text-lead font-strong tracking-[-0.012em]">
          Join Our Waitlist
        </h2>
        <form data-waitlist-form noValidate={false} className="mt-4 flex flex-col gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            <Field name="firstName" label="First Name" autoComplete="given-name" />
            <Field name="lastName" label="Last Name" autoComplete="family-name" />
          </div>
          <Field name="email" label="Email Address" type="email" autoComplete="email" needed />
          <Field name="companyName" label="Company Name" autoComplete="organization" />
          {/* For programs that fill in whatever they find. */}
          <div hidden>
            <input name="website" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
          </div>
          <p role="alert" data-waitlist-problem className="m-0 text-ui text-danger-text empty:hidden" />
          <div className="flex justify-end gap-2">
            <button type="button" data-waitlist-close className={siteButton("secondary", "h-10 px-4")}>
              Cancel
            </button>
            <button
              type="submit"
              disabled
              className={siteButton(
                "primary",
                "h-10 px-4 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none",
              )}
            >
              Join Waitlist
            </button>
          </div>
        </form>
        <div data-waitlist-done hidden role="status" className="py-6 text-center">
          <p className="m-0 text-lead font-strong">You're on the list!</p>
          <p data-waitlist-confirm hidden className="m-0 mt-2 text-ui text-ink-2">
            We have mailed you a link: follow it to confirm your address.
          </p>
        </div>
        <button
          type="button"
          data-waitlist-close
          aria-label="Close"
          className="absolute top-4 right-4 inline-flex size-8 items-center justify-center rounded-chip text-ink-2 hover:bg-press touch:size-11"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </dialog>
  );
}
