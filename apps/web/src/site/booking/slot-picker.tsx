import type { DemoSlot } from "@forestay/contracts/wire";
import { formatClock } from "@forestay/contracts/words";
import { ChevronLeft, ChevronRight, Info } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { daysOf } from "./booking-days.ts";
import type { BookingDay } from "./booking-days.ts";

const DAYS_SHOWN = 5;

interface SlotPickerProps {
  slots: readonly DemoSlot[];
  timeZone: string;
  /** The chosen time. */
  value: string | null;
  onChange: (startsAt: string) => void;
  /** Why the time that was chosen cannot be had, said below the times. */
  problem: string | null;
}

/** A day first, then a time of it; what is taken is shown and cannot be chosen. */
export function SlotPicker({ slots, timeZone, value, onChange, problem }: SlotPickerProps) {
  const days = daysOf(slots, timeZone);
  const chosen = days.find((one) => one.slots.some(({ startsAt }) => startsAt === value));
  const [looked, setLooked] = useState<string | null>(null);
  const open =
    days.find(({ day }) => day === looked) ?? chosen ?? days.find(({ free }) => free > 0) ?? days[0];
  const [from, setFrom] = useState(0);
  const shown = days.slice(from, from + DAYS_SHOWN);
  const move = (by: number) =>
    setFrom(Math.max(0, Math.min(from + by, Math.ceil(days.length / DAYS_SHOWN) * DAYS_SHOWN - DAYS_SHOWN)));
  if (open === undefined) return null;
  return (
    <>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <div className="flex items-center justify-between pb-2">
          <legend className="float-left p-0 text-body font-strong text-ink">Day</legend>
          <span className="flex items-center gap-1 text-ui text-ink-2">
            <Turn label="Earlier days" isOff={from === 0} onPress={() => move(-DAYS_SHOWN)}>
              <ChevronLeft aria-hidden className="size-4" />
            </Turn>
            <span aria-live="polite">{monthOf(shown[0]?.day ?? open.day)}</span>
            <Turn
              label="Later days"
              isOff={from + DAYS_SHOWN >= days.length}
              onPress={() => move(DAYS_SHOWN)}
            >
              <ChevronRight aria-hidden className="size-4" />
            </Turn>
          </span>
        </div>
        <div className="grid grid-cols-5 gap-1.5">
          {shown.map((day) => (
            <DayChoice
              key={day.day}
              day={day}
              isChosen={day.day === open.day}
              onChoose={() => setLooked(day.day)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="m-0 min-w-0 border-0 p-0">
        <legend className="p-0 pb-2 text-body font-strong text-ink">Time</legend>
        <div className="grid grid-cols-3 gap-1.5 md:grid-cols-5">
          {open.slots.map(({ startsAt, free }) => (
            <label
              key={startsAt}
              className={cn(
                "flex h-11 items-center justify-center rounded-control border text-body font-strong tabular has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
                free === 0
                  ? "border-line bg-sunken font-medium text-ink-3 line-through"
                  : "cursor-pointer border-line-strong bg-sheet text-ink hover:bg-hover has-checked:border-transparent has-checked:bg-brand has-checked:text-on-brand",
              )}
            >
              <input
                type="radio"
                name="startsAt"
                value={startsAt}
                disabled={free === 0}
                checked={startsAt === value}
                onChange={() => onChange(startsAt)}
                className="sr-only"
              />
              {formatClock(startsAt, timeZone)}
              {free === 0 ? <span className="sr-only"> taken</span> : null}
            </label>
          ))}
        </div>
        <p role="alert" className="m-0 text-ui text-risk-med-text empty:hidden">
          {problem === null ? null : (
            <span className="flex items-start gap-2 pt-2">
              <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
              {problem}
            </span>
          )}
        </p>
      </fieldset>
    </>
  );
}

function DayChoice({
  day: { day, free },
  isChosen,
  onChoose,
}: {
  day: BookingDay;
  isChosen: boolean;
  onChoose: () => void;
}) {
  // Of the calendar alone: noon is the same day everywhere it is written for.
  const at = new Date(`${day}T12:00:00Z`);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(at);
  return (
    <label
      className={cn(
        "flex cursor-pointer flex-col items-center rounded-control border py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
        isChosen
          ? "border-brand bg-brand-tint outline-1 -outline-offset-2 outline-brand"
          : "border-line-strong bg-sheet hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name="day"
        value={day}
        checked={isChosen}
        onChange={onChoose}
        className="sr-only"
        aria-label={`${part({ weekday: "long", month: "long", day: "numeric" })}, ${free === 0 ? "nothing free" : `${free} free`}`}
      />
      <span aria-hidden className="text-ui text-ink-2">
        {part({ weekday: "short" })}
      </span>
      <span aria-hidden className="text-lead font-strong text-ink">
        {part({ day: "numeric" })}
      </span>
      <span aria-hidden className="text-small text-ink-2">
        {free === 0 ? "taken" : `${free} free`}
      </span>
    </label>
  );
}

function Turn(props: { label: string; isOff: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onPress}
      className="inline-flex size-7 items-center justify-center rounded-chip text-ink hover:bg-press disabled:text-ink-3 disabled:hover:bg-transparent touch:size-11"
    >
      {props.children}
    </button>
  );
}

const monthOf = (day: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));
