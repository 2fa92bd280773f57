import { RiskLevel } from "@forestay/contracts/wire";
import type { ImportMapping, RiskLevelValue } from "@forestay/contracts/wire";
import { formatCount, plural } from "@forestay/contracts/words";
import { Download } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { riskColor, RiskRungs } from "@/components/ui/risk-level.tsx";
import { keepFile } from "@/lib/kept-file/kept-file.ts";
import { saveText } from "@/lib/save-text.ts";
import { cn } from "@/lib/style/cn.ts";
import { siteButton, SiteButtonLink } from "../layout/site-link.tsx";
import type { LabelChoice, OwnFileAnswer } from "./own-file-answer.ts";
import { mappingWithLabel } from "./mapping-with-label.ts";

const levels: readonly { level: RiskLevelValue; word: string }[] = [
  { level: RiskLevel.Critical, word: "Critical" },
  { level: RiskLevel.High, word: "High" },
  { level: RiskLevel.Medium, word: "Medium" },
  { level: RiskLevel.Low, word: "Low" },
];
/** Below this a model tells little more than chance. */
const WEAK_AUC = 0.6;
const cell = "px-5 py-5 md:px-7";

interface FirstAnswerProps {
  answer: OwnFileAnswer;
  file: File;
  mapping: ImportMapping;
  label: LabelChoice;
  /** Of the column that says who left. */
  values: readonly string[];
}

/** The answer in a sentence, whether it can be trusted, what mattered, who is first, and the way on. */
export function FirstAnswer({ answer, file, mapping, label, values }: FirstAnswerProps) {
  const attention = answer.levels[RiskLevel.Critical] + answer.levels[RiskLevel.High];
  const isWeak = answer.auc.lower < WEAK_AUC;
  return (
    <div className="divide-y divide-line">
      <div className={cell} role="status">
        <p className="m-0 text-ui text-ink-2">First answer</p>
        <h2 className="m-0 text-[clamp(1.5rem,3.4vw,2.125rem)]/[1.2] font-strong tracking-[-0.035em] text-ink">
          {isWeak
            ? "This file says little about who leaves"
            : `${formatCount(attention)} ${plural(attention, "customer needs", "customers need")} attention`}
        </h2>
        <p className="m-0 pt-1 text-body text-ink-2">
          {shareWords(answer)}{" "}
          {isWeak
            ? "What the file holds hardly tells them apart, so take the list below as a hint at most."
            : `Of the ${formatCount(answer.here)} still here, ${formatCount(attention)} look much more like those who left.`}
        </p>
        <LevelBar answer={answer} />
      </div>
      <div className="divide-line md:grid md:grid-cols-2 md:divide-x">
        <div className={cell}>
          <h3 className="m-0 text-body font-strong text-ink">Is it any good?</h3>
          <p className="m-0 pt-1 text-ui text-ink-2">
            On rows it had not seen, in {Math.round(answer.auc.estimate * 100)} of 100 pairs the one who left
            scores higher. 50 would be guessing.
          </p>
          <p className="m-0 flex flex-wrap items-baseline gap-x-2 pt-2">
            <span className="text-figure font-strong text-ink">{answer.auc.estimate.toFixed(2)}</span>
            <span className="text-ui text-ink-2">
              AUC, 95% interval {answer.auc.lower.toFixed(2)} to {answer.auc.upper.toFixed(2)}
            </span>
          </p>
          {answer.leaks.length === 0 ? null : (
            <p className="m-0 pt-2 text-ui text-ink-2">
              Left out, because {plural(answer.leaks.length, "it gives", "they give")} the outcome away:{" "}
              {answer.leaks.join(", ")}.
            </p>
          )}
        </div>
        <div className={`${cell} border-t border-line md:border-t-0`}>
          <h3 className="m-0 pb-1 text-body font-strong text-ink">What mattered most</h3>
          <ul className="m-0 list-none p-0">
            {answer.drivers.map(({ label: name, share, value }) => (
              <li key={name} className="flex items-center gap-3 py-1 text-ui">
                <span className="w-3/5 min-w-0 truncate text-ink">
                  {name} <span className="text-ink-2">{value ?? ""}</span>
                </span>
                <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 flex-1">
                  <rect
                    width={(share / (answer.drivers[0]?.share ?? share)) * 100}
                    height="6"
                    className="fill-brand"
                  />
                </svg>
                <span className="sr-only">{Math.round(share * 100)}% of all importance</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Highest answer={answer} />
      <WayOn file={file} mapping={mapping} label={label} values={values} />
    </div>
  );
}

/** 'About 1 in 9 in your file has left.' */
function shareWords({ left, learned }: OwnFileAnswer): string {
  const one = Math.round(learned / left);
  return one >= 2
    ? `About 1 in ${formatCount(one)} in your file has left.`
    : `${Math.round((left / learned) * 100)}% of your file have left.`;
}

function LevelBar({ answer: { levels: counts, here } }: { answer: OwnFileAnswer }) {
  return (
    <>
      <svg aria-hidden viewBox="0 0 1000 10" preserveAspectRatio="none" className="mt-4 block h-2.5 w-full">
        {
          levels.reduce<{ at: number; bars: ReactNode[] }>(
            ({ at, bars }, { level }) => {
              const width = here === 0 ? 0 : (counts[level] / here) * 1000;
              return {
                at: at + width,
                bars: [
                  ...bars,
                  <rect
                    key={level}
                    x={at}
                    width={Math.max(0, width - 3)}
                    height="10"
                    className={cn("fill-current", riskColor[level].fill)}
                  />,
                ],
              };
            },
            { at: 0, bars: [] },
          ).bars
        }
      </svg>
      <ul className="m-0 flex list-none flex-wrap justify-between gap-x-5 gap-y-1 p-0 pt-2.5 text-ui">
        {levels.map(({ level, word }) => (
          <li key={level} className="flex items-center gap-1.5 text-ink">
            <RiskRungs level={level} className={riskColor[level].fill} />
            {word} <strong className="tabular">{formatCount(counts[level])}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}

function Highest({ answer }: { answer: OwnFileAnswer }) {
  const hasIds = answer.highest.some(({ id }) => id !== null);
  return (
    <div className={cell}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2">
        <h3 className="m-0 text-body font-strong text-ink">
          Highest chance of leaving{" "}
          <span className="pl-1 text-ui font-regular text-ink-2">next in line, from your file</span>
        </h3>
        <button
          type="button"
          onClick={() => saveText("chances-of-leaving.csv", answer.csv)}
          className="inline-flex items-center gap-1.5 rounded-check text-ui font-strong text-brand-text hover:underline touch:min-h-11"
        >
          <Download aria-hidden className="size-4" />
          Download all scores
        </button>
      </div>
      <div
        className="overflow-x-auto"
        // Scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Highest chance of leaving, table"
      >
        <table className="w-full border-collapse text-left text-ui">
          <thead>
            <tr className="text-note text-ink-2 *:py-1.5 *:pr-4 *:font-medium">
              <th scope="col">Row</th>
              {hasIds ? <th scope="col">External id</th> : null}
              <th scope="col">Chance</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {answer.highest.map(({ row, id, chance, level, why }) => (
              <tr key={row} className="border-t border-line align-top *:py-2 *:pr-4">
                <td className="whitespace-nowrap text-ink-2">Row {formatCount(row)}</td>
                {hasIds ? <td className="max-w-50 truncate font-mono text-note text-ink">{id}</td> : null}
                <td className="whitespace-nowrap text-ink">
                  <span className="inline-flex items-center gap-1.5">
                    <strong className="tabular">{Math.round(chance * 100)}%</strong>
                    <RiskRungs level={level} className={riskColor[level].fill} />
                    {levels.find((one) => one.level === level)?.word}
                  </span>
                </td>
                <td className="min-w-56 text-ink-2">
                  {why
                    .map(({ label, value }) => (value === null ? `no ${label}` : `${label} ${value}`))
                    .join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function WayOn({ file, mapping, label, values }: Omit<FirstAnswerProps, "answer">) {
  const [problem, setProblem] = useState("");
  const goOn = async () => {
    try {
      await keepFile({ file, mapping: mappingWithLabel(mapping, label, values) });
      location.assign("/register");
    } catch {
      setProblem(
        "This browser does not keep the file for you. Sign up all the same, and choose it once more when you import.",
      );
    }
  };
  return (
    <div className={cn(cell, "flex flex-wrap items-center justify-between gap-4 bg-sunken")}>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="m-0 text-body font-strong text-ink">Keep this and act on it</h3>
        <p className="m-0 text-ui text-ink-2">
          Sign up and import the same file. Your column choices come along; the file stays in this browser
          until then.
        </p>
        <p role="alert" className="m-0 pt-1 text-ui text-danger-text empty:hidden">
          {problem}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <SiteButtonLink href="/book-demo">Book a demo</SiteButtonLink>
        {problem === "" ? (
          <button type="button" onClick={() => void goOn()} className={siteButton("primary")}>
            Sign up and import it
          </button>
        ) : (
          <SiteButtonLink href="/register" look="primary">
            Sign up
          </SiteButtonLink>
        )}
      </div>
    </div>
  );
}
