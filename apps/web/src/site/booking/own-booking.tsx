import { demoBookingEndpoints } from "@forestay/contracts/wire";
import type { OwnDemoBooking } from "@forestay/contracts/wire";
import { formatClock } from "@forestay/contracts/words";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { callPublic, PublicError } from "../call-public.ts";
import { siteButton, SiteButtonLink } from "../layout/site-link.tsx";
import { appointmentWords } from "./appointment-words.ts";
import { ownTimeZone, zoneLabel } from "./booking-days.ts";
import { SlotPicker } from "./slot-picker.tsx";
import type { useSlots } from "./use-slots.ts";

/** What has just been booked. */
export interface BookedDemo {
  /** Null for what a program filled in. */
  token: string | null;
  startsAt: string;
  minutes: number;
  place: string;
  timeZone: string;
  email: string;
  mailLeaves: boolean;
}

interface OwnBookingProps {
  token: string | null;
  booked: BookedDemo | null;
  slots: ReturnType<typeof useSlots>;
}

const titles = { booked: "Your demo is booked", stands: "Your demo", off: "Your demo was called off" };

/** A booking: when and where, another time, or off. */
export function OwnBooking({ token, booked, slots }: OwnBookingProps) {
  const [own, setOwn] = useState<OwnDemoBooking | null>(
    booked === null ? null : { ...booked, status: "Booked", canChange: booked.token !== null },
  );
  const [isMoving, setMoving] = useState(false);
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  const [isPending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = own !== null;
  useEffect(() => {
    if (token === null || booked !== null) return;
    callPublic(demoBookingEndpoints.own, { token })
      .then(setOwn)
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : ""));
  }, [token, booked]);
  useEffect(() => {
    if (isThere && booked !== null) heading.current?.focus();
  }, [isThere, booked]);

  if (own === null)
    return (
      <div className="min-h-140" aria-busy={problem === ""}>
        {problem === "" ? (
          <p className="sr-only">Loading your booking</p>
        ) : (
          <>
            <p role="alert" className="m-0 pb-5 text-body text-ink">
              {problem}
            </p>
            <SiteButtonLink href="/book-demo" look="primary">
              Book a demo
            </SiteButtonLink>
          </>
        )}
      </div>
    );

  const zone = booked?.timeZone ?? own.timeZone;
  const shownZone = isMoving ? ownTimeZone() : zone;
  const { ask } = slots;
  const change = async (work: () => Promise<OwnDemoBooking>, words: string) => {
    if (isPending) return;
    setPending(true);
    setProblem("");
    setSaid("");
    try {
      setOwn(await work());
      setMoving(false);
      setStartsAt(null);
      setSaid(words);
      ask();
    } catch (error) {
      if (error instanceof PublicError && error.code === "invalid_state") ask();
      setProblem(error instanceof Error ? error.message : "");
    }
    setPending(false);
  };
  const isOff = own.status === "Cancelled";
  return (
    <div className="flex min-h-140 flex-col gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="m-0 text-figure font-strong text-ink outline-none">
          {isOff ? titles.off : booked === null ? titles.stands : titles.booked}
        </h2>
        <dl className="m-0 mt-4 divide-y divide-line border-y border-line text-body">
          <Fact label="When">
            <span className={isOff ? "line-through" : undefined}>{appointmentWords(own.startsAt, zone)}</span>
            <span className="block text-ui text-ink-2">
              {zoneLabel(zone, new Date(own.startsAt))}, {own.minutes} minutes
            </span>
          </Fact>
          {own.place === "" || isOff ? null : (
            <Fact label="Where">
              <span className="break-words">{own.place}</span>
            </Fact>
          )}
        </dl>
      </div>
      {booked !== null && !isOff ? (
        <p className="m-0 text-body text-ink-2">
          {booked.mailLeaves
            ? `A mail with a calendar file is on its way to ${booked.email}. Its link leads back here.`
            : "No mail leaves this installation. Note the time, and keep this page's address: it leads back here, to move it or call it off."}
        </p>
      ) : null}
      <p role="status" className="m-0 text-body text-ok-text empty:hidden">
        {said}
      </p>
      {isMoving && slots.offer !== null ? (
        <SlotPicker
          slots={slots.offer.slots}
          timeZone={shownZone}
          value={startsAt}
          problem={null}
          onChange={setStartsAt}
        />
      ) : null}
      <p role="alert" className="m-0 text-ui text-danger-text empty:hidden">
        {problem}
      </p>
      {own.canChange && token !== null ? (
        <p className="m-0 flex flex-wrap gap-3">
          {isMoving ? (
            <>
              <button
                type="button"
                disabled={startsAt === null}
                onClick={() =>
                  startsAt === null
                    ? undefined
                    : void change(
                        () => callPublic(demoBookingEndpoints.move, { token, startsAt }),
                        own.mailLeaves ? "It was moved. A mail tells the new time." : "It was moved.",
                      )
                }
                className={siteButton(
                  "primary",
                  "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
                )}
              >
                {startsAt === null ? "Choose a time" : `Move to ${formatClock(startsAt, shownZone)}`}
              </button>
              <button type="button" onClick={() => setMoving(false)} className={siteButton("secondary")}>
                Keep it as it is
              </button>
            </>
          ) : (
            <>
              <button type="button" onClick={() => setMoving(true)} className={siteButton("primary")}>
                Move it
              </button>
              <button
                type="button"
                onClick={() =>
                  void change(
                    () => callPublic(demoBookingEndpoints.cancel, { token }),
                    own.mailLeaves ? "It is off. A mail confirms it." : "It is off.",
                  )
                }
                className={siteButton("secondary")}
              >
                Call it off
              </button>
            </>
          )}
        </p>
      ) : (
        <p className="m-0">
          {isOff ? (
            <SiteButtonLink href="/book-demo" look="primary">
              Book another time
            </SiteButtonLink>
          ) : null}
        </p>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-6 py-3">
      <dt className="w-16 shrink-0 text-ink-2">{label}</dt>
      <dd className="m-0 min-w-0 font-strong text-ink">{children}</dd>
    </div>
  );
}
