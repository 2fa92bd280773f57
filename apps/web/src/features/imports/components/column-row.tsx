import {
  amountTargets,
  attributeKinds,
  importTargets,
  latestYearOf,
  targetsOfKind,
} from "@forestay/contracts/wire";
import type { ColumnMapping, ColumnProfile, ImportKind, ImportTarget } from "@forestay/contracts/wire";
import { ArrowRight, CircleAlert } from "lucide-react";
import { Select } from "@/components/ui/select.tsx";
import { formatShare } from "@/lib/format/index.ts";
import { readsDates, readsNumbers, wordTargets } from "../hooks/mapping-problems.ts";
import { WordMap } from "./word-map.tsx";

interface ColumnRowProps {
  kind: ImportKind;
  mapping: ColumnMapping;
  profile: ColumnProfile | undefined;
  problem: string | undefined;
  disabled: boolean;
  /** The year of the upload: what has happened has happened by then. */
  uploadYear: number;
  onChange: (mapping: ColumnMapping) => void;
}

const optionsOf = (kind: ImportKind) =>
  targetsOfKind[kind].map((value) => ({ value, label: importTargets[value] }));
const unitOptions = [
  { value: "major", label: "Whole units" },
  { value: "minor", label: "In cents" },
] as const;
const kindWords = {
  text: "Text",
  number: "Number",
  boolean: "Yes / no",
  date: "Date",
  money: "Money",
} as const;
const kindOptions = attributeKinds.map((value) => ({ value, label: kindWords[value] }));
const dateOptions = [
  { value: "YMD", label: "2026-11-21 (year first)" },
  { value: "DMY", label: "21/11/2026 (day first)" },
  { value: "MDY", label: "11/21/2026 (month first)" },
] as const;
const numberOptions = [
  { value: "us", label: "1,234.50" },
  { value: "eu", label: "1.234,50" },
] as const;

/** One column of the file: what is in it, what it becomes, and how its values are read. */
export function ColumnRow({
  kind,
  mapping,
  profile,
  problem,
  disabled,
  uploadYear,
  onChange,
}: ColumnRowProps) {
  // A column of months ('2026-03') has no order of days to choose.
  const isOfMonths =
    mapping.target === "snapshotOn" && mapping.dateOrder === undefined && profile?.needsDateOrder === false;
  const showDates = readsDates(mapping) && !isOfMonths;
  const showNumbers = readsNumbers(mapping);
  const latestYear = mapping.latestYear ?? latestYearOf(mapping.target, mapping.column, uploadYear);
  return (
    <li className="grid grid-cols-1 items-start gap-x-5 gap-y-2 px-4 py-3 md:px-5 lg:grid-cols-[minmax(0,1fr)_1rem_minmax(0,24rem)]">
      <div className="min-w-0">
        <p className="m-0 truncate text-ui font-strong text-ink">{mapping.column}</p>
        {profile === undefined ? null : (
          <p className="m-0 truncate text-note text-ink-2">
            {profile.samples.slice(0, 4).join(" · ")}
            <span className="text-ink-3">
              {profile.filledShare < 1 ? ` · ${formatShare(1 - profile.filledShare)} blank` : ""}
            </span>
          </p>
        )}
        {mapping.target === "snapshotOn" ? (
          <p className="m-0 mt-1 text-note text-ink-2">
            Each row becomes what was known of its customer on this date: its history.
          </p>
        ) : null}
        {problem === undefined ? null : (
          <p className="m-0 mt-1 flex items-start gap-1.5 text-note text-danger-text">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <ArrowRight aria-hidden className="mt-2 size-4 text-ink-3 max-lg:hidden" />
      <div className="flex flex-wrap gap-2">
        <Select
          label={`${mapping.column} becomes`}
          size="sm"
          className="w-46"
          disabled={disabled}
          value={mapping.target}
          onChange={(target) => onChange(retarget(mapping, target))}
          options={optionsOf(kind)}
        />
        {mapping.target === "attribute" ? (
          <Select
            label={`Kind of ${mapping.column}`}
            size="sm"
            className="w-28"
            disabled={disabled}
            value={mapping.attributeKind ?? "text"}
            onChange={(attributeKind) => onChange({ ...mapping, attributeKind })}
            options={kindOptions}
          />
        ) : null}
        {showDates ? (
          <Select
            label={`Date order of ${mapping.column}`}
            size="sm"
            className="w-52"
            placeholder="Choose the date order"
            disabled={disabled}
            value={mapping.dateOrder}
            onChange={(dateOrder) => onChange({ ...mapping, dateOrder })}
            options={dateOptions}
          />
        ) : null}
        {showDates && profile?.hasShortYears === true ? (
          <Select
            label={`Two-digit years of ${mapping.column}`}
            size="sm"
            className="w-52"
            disabled={disabled}
            value={String(latestYear)}
            onChange={(year) => onChange({ ...mapping, latestYear: Number(year) })}
            options={centuries(latestYear, uploadYear)}
          />
        ) : null}
        {showNumbers ? (
          <Select
            label={`Number style of ${mapping.column}`}
            size="sm"
            className="w-32"
            placeholder="Number style"
            disabled={disabled}
            value={mapping.numberStyle}
            onChange={(numberStyle) => onChange({ ...mapping, numberStyle })}
            options={numberOptions}
          />
        ) : null}
        {amountTargets.includes(mapping.target) ? (
          <Select
            label={`Unit of ${mapping.column}`}
            size="sm"
            className="w-32"
            disabled={disabled}
            value={mapping.unit ?? "major"}
            onChange={(unit) => {
              const { unit: _before, ...rest } = mapping;
              onChange(unit === "minor" ? { ...rest, unit } : rest);
            }}
            options={unitOptions}
          />
        ) : null}
        {wordTargets.includes(mapping.target) && profile?.words !== undefined && profile.words.length > 0 ? (
          <WordMap mapping={mapping} words={profile.words} disabled={disabled} onChange={onChange} />
        ) : null}
      </div>
    </li>
  );
}

/** The hundred years that years of two digits may be of: up to now, around now, and what is chosen already. */
function centuries(chosen: number, uploadYear: number): { value: string; label: string }[] {
  return [...new Set([uploadYear, 2069, chosen])]
    .toSorted((a, b) => a - b)
    .map((year) => ({ value: String(year), label: `Years ${year - 99} to ${year}` }));
}

/** Formats and word lists belong to a target: another target starts without those that do not fit it. */
function retarget(mapping: ColumnMapping, target: ImportTarget): ColumnMapping {
  const { valueMap: _dropped, latestYear: _byMeaning, ...rest } = mapping;
  return {
    ...rest,
    target,
    ...(target === "attribute" ? { attributeKind: mapping.attributeKind ?? "text" } : {}),
  };
}
