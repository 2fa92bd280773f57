import { previewScoringBody } from "@forestay/contracts/schemas";
import { RiskLevel as Level, riskLevelLabel } from "@forestay/contracts/wire";
import type { EndpointResponse, RiskLevelValue, settingsEndpoints } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { z } from "zod";
import { typedText } from "@/components/form/typed-values.ts";
import { Input } from "@/components/ui/input.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { formatCount, MISSING } from "@/lib/format/index.ts";
import { settingsQueries } from "../api/settings-queries.ts";

type Bands = EndpointResponse<typeof settingsEndpoints.getScoring>["riskBands"];
type BandTexts = Record<keyof Bands, string>;

const bandFields: readonly { key: keyof Bands; level: RiskLevelValue }[] = [
  { key: "medium", level: Level.Medium },
  { key: "high", level: Level.High },
  { key: "critical", level: Level.Critical },
];

/** Where the levels start, as typed. */
export const typedBands = z
  .object({ medium: typedText, high: typedText, critical: typedText })
  .pipe(previewScoringBody.shape.riskBands);

interface RiskBandsFieldProps {
  value: BandTexts;
  onChange: (bands: BandTexts) => void;
  /** Of the first box. */
  ref: (box: HTMLInputElement | null) => void;
  error: string | undefined;
  stored: Bands;
  disabled: boolean;
}

/** Where each level starts, with how many of today's customers that would be. */
export function RiskBandsField({ value, onChange, ref, error, stored, disabled }: RiskBandsFieldProps) {
  const errorId = useId();
  const typed = typedBands.safeParse(value);
  const preview = useQuery({
    ...settingsQueries.bandPreview(typed.success ? typed.data : stored),
    enabled: typed.success,
  });
  const countOf = (level: RiskLevelValue) => {
    const found = preview.data?.levels.find((one) => one.level === level);
    return found === undefined ? MISSING : formatCount(found.customers);
  };
  return (
    <>
      <table className="w-full max-w-110 border-collapse text-left text-ui">
        <caption className="sr-only">Where each level starts</caption>
        <thead>
          <tr className="text-small text-ink-3">
            <th scope="col" className="py-1 font-label">
              Level
            </th>
            <th scope="col" className="py-1 font-label">
              From score
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Customers now
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-t border-line">
            <td className="py-1.5">
              <RiskLevel level={Level.Low} />
            </td>
            <td className="py-1.5 pl-3 tabular">0</td>
            <td className="py-1.5 text-right tabular">{countOf(Level.Low)}</td>
          </tr>
          {bandFields.map(({ key, level }, index) => (
            <tr key={key} className="border-t border-line">
              <td className="py-1.5">
                <RiskLevel level={level} />
              </td>
              <td className="py-1.5">
                <Input
                  ref={index === 0 ? ref : undefined}
                  aria-label={`Lowest score of ${riskLevelLabel(level)}`}
                  aria-invalid={error === undefined ? undefined : true}
                  aria-describedby={error === undefined ? undefined : errorId}
                  inputMode="numeric"
                  disabled={disabled}
                  className="h-7.5 w-20"
                  value={value[key]}
                  onChange={(event) => onChange({ ...value, [key]: event.target.value })}
                />
              </td>
              <td className="py-1.5 text-right tabular">{countOf(level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="m-0 text-note text-danger-text">
          {error}
        </p>
      )}
    </>
  );
}
