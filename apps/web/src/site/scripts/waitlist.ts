import { waitingListEndpoints } from "@forestay/contracts/wire";
import { formAge } from "@/lib/form-age.ts";
import { callPublic, PublicError } from "../call-public.ts";

const CLOSES_AFTER_MS = 3000;
const FAILED = "Something went wrong. Please try again.";

/** What the modal sends where nobody said from where it was opened. */
const MODAL_SOURCE = "churn-calculator";
/** What an opener says that says nothing else. */
const OPENER_SOURCE = "landing";

/** Runs the waiting list's dialog: opened by any button that says so, closed and emptied three seconds after joining. */
export function attendWaitlist(): void {
  const dialog = document.querySelector<HTMLDialogElement>("#waitlist");
  const form = dialog?.querySelector<HTMLFormElement>("[data-waitlist-form]");
  const submit = form?.querySelector<HTMLButtonElement>("[type=submit]");
  const done = dialog?.querySelector<HTMLElement>("[data-waitlist-done]");
  const confirm = dialog?.querySelector<HTMLElement>("[data-waitlist-confirm]");
  const problem = form?.querySelector<HTMLElement>("[data-waitlist-problem]");
  if (!dialog || !form || !submit || !done || !confirm || !problem) return;
  let source = MODAL_SOURCE;
  let openedAt = 0;
  let isPending = false;
  /** Counts openings: an answer that comes after its dialog was closed is no longer of what stands there. */
  let opening = 0;
  let closing: ReturnType<typeof setTimeout> | undefined;

  const textOf = (name: string) => String(new FormData(form).get(name) ?? "").trim();
  const follow = () => {
    submit.disabled = textOf("email") === "";
    submit.textContent = isPending ? "Joining..." : "Join Waitlist";
    submit.setAttribute("aria-disabled", String(isPending));
  };
  const reset = () => {
    opening += 1;
    clearTimeout(closing);
    form.reset();
    form.hidden = false;
    done.hidden = true;
    problem.textContent = "";
    isPending = false;
    follow();
  };

  /** Null where its dialog was closed before anything was sent: then nothing is. */
  async function join(isStill: () => boolean): Promise<{ confirmByMail: boolean } | null> {
    const body = {
      email: textOf("email"),
      firstName: textOf("firstName"),
      lastName: textOf("lastName"),
      companyName: textOf("companyName"),
      source,
      website: textOf("website"),
    };
    const openForMs = await formAge(openedAt);
    return isStill() ? callPublic(waitingListEndpoints.join, { ...body, openForMs }) : null;
  }

  form.addEventListener("input", follow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isPending || textOf("email") === "") return;
    const asked = opening;
    const isStill = () => asked === opening;
    isPending = true;
    problem.textContent = "";
    follow();
    join(isStill)
      .then((said) => {
        if (said === null || !isStill()) return;
        confirm.hidden = !said.confirmByMail;
        form.hidden = true;
        done.hidden = false;
        closing = setTimeout(() => dialog.close(), CLOSES_AFTER_MS);
      })
      .catch((error: unknown) => {
        if (!isStill()) return;
        const isAnswered = error instanceof PublicError && error.code !== "network";
        problem.textContent = isAnswered ? (Object.values(error.fields)[0] ?? error.message) : FAILED;
      })
      .finally(() => {
        if (!isStill()) return;
        isPending = false;
        follow();
      });
  });
  for (const close of dialog.querySelectorAll("[data-waitlist-close]"))
    close.addEventListener("click", () => dialog.close());
  // A press beside it: the dialog itself is what is hit there, its content fills it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    document.documentElement.classList.remove("overflow-hidden");
    reset();
  });
  // On the page and not on the buttons: some are drawn anew by a script.
  document.addEventListener("click", (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-join]") : null;
    if (opener === null) return;
    source = opener.dataset.join || OPENER_SOURCE;
    openedAt = performance.now();
    reset();
    document.documentElement.classList.add("overflow-hidden");
    dialog.showModal();
  });
}
