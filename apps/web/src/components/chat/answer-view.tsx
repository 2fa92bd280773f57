import type { AnswerBlock, AnswerPart, ChatAnswer } from "@forestay/contracts/wire";
import { Clock, FileText, Layers } from "lucide-react";
import { Fragment } from "react";
import { Link } from "react-router";
import { ButtonLink } from "@/components/ui/button.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";

/** Words of an answer as they are, and never as markup; a figure leads to its rows. */
function Parts({ parts }: { parts: readonly AnswerPart[] }) {
  return parts.map(({ text, path }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- words of one sentence stay where they are
    <Fragment key={at}>
      {path === null ? (
        text
      ) : (
        <Link
          to={path}
          className="font-strong text-brand-text underline decoration-brand-line underline-offset-3"
        >
          {text}
        </Link>
      )}
    </Fragment>
  ));
}

function Table({ columns, rows }: Extract<AnswerBlock, { kind: "table" }>) {
  return (
    // Its rows may be wider than a bubble.
    <ScrollBox label="Figures" className="my-1.5">
      <table className="w-full border-collapse text-note">
        {columns.length === 0 ? null : (
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column} scope="col" className={cell(at, "font-normal text-ink-2")}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of an answer stay where they are
            <tr key={line} className="border-t border-line">
              {row.map((part, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- so do their cells
                <td key={at} className={cell(at)}>
                  <Parts parts={[part]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const cell = (at: number, more = "") =>
  `${at === 0 ? "pr-2 text-left" : "px-2 text-right last:pr-0"} py-1.5 align-top ${more}`;

function DraftView({ title, lines, count, path }: Extract<AnswerBlock, { kind: "draft" }>) {
  return (
    <div className="my-2 overflow-hidden rounded-control border border-brand-line bg-sheet">
      <div className="flex items-center gap-2 bg-brand-tint px-3 py-2 text-ui font-strong text-ink">
        <Layers aria-hidden className="size-4 shrink-0 text-brand-text" />
        <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
        <Tag tone="outline">Draft</Tag>
      </div>
      <ul className="m-0 flex list-none flex-wrap gap-1.5 px-3 py-2.5">
        {lines.map((line) => (
          <li
            key={line}
            className="rounded-tag border border-line-strong px-2 py-0.5 text-note wrap-anywhere"
          >
            {line}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pb-2.5 text-note">
        <Parts parts={[count]} />
        <ButtonLink to={path} size="sm" variant="primary">
          Open the draft
        </ButtonLink>
      </div>
    </div>
  );
}

/** An answer with its links, tables and drafts. */
export function AnswerView({ answer }: { answer: ChatAnswer }) {
  return answer.blocks.map((block, at) => {
    // oxlint-disable-next-line react/no-array-index-key -- blocks of an answer stay where they are
    const key = at;
    if (block.kind === "table") return <Table key={key} {...block} />;
    if (block.kind === "draft") return <DraftView key={key} {...block} />;
    return (
      <p key={key} className="m-0 wrap-anywhere not-first:mt-2">
        <Parts parts={block.parts} />
      </p>
    );
  });
}

/** A tool and what it was asked with, in words. Ids say nothing to a person: which record is meant stands in the answer. */
function callWords({ tool, args }: NonNullable<ChatAnswer["calls"]>[number]): string {
  const name = tool.replaceAll("_", " ");
  const said = Object.entries(args)
    .map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)] as const)
    .filter(([, value]) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    .map(([key, value]) => `${key.replaceAll(/([A-Z])/g, " $1").toLowerCase()} ${value}`);
  return [name[0]?.toUpperCase() + name.slice(1), ...said].join(", ");
}

function Found({ calls }: { calls: NonNullable<ChatAnswer["calls"]> }) {
  return (
    <details className="text-note text-ink-2">
      <summary className="w-fit cursor-pointer">How this was found</summary>
      <ul className="m-0 mt-1 list-disc pl-5 wrap-anywhere">
        {[...new Set(calls.map(callWords))].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  );
}

interface AnswerFootProps {
  answer: ChatAnswer;
  onAsk: (question: string) => void;
  isLast: boolean;
}

/** What an answer rests on, when that was true, and what can be done next. */
export function AnswerFoot({ answer, onAsk, isLast }: AnswerFootProps) {
  const { kind, asOf, sources, actions, suggestions, engine, calls = [] } = answer;
  return (
    <div className="mt-1.5 flex flex-col gap-2 pl-0.5">
      {engine === "offline" ? null : (
        <p className="m-0 text-note text-ink-2">
          Worded by a language model; its figures are held against your data.
        </p>
      )}
      {asOf === null && sources.length === 0 ? null : (
        <p className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-2">
          {asOf === null ? null : (
            <span className="inline-flex items-center gap-1.5">
              <Clock aria-hidden className="size-3.5 shrink-0" />
              as of {formatRelativeInline(asOf)}
            </span>
          )}
          {sources.map(({ label, detail, path }) => (
            <span key={label} className="inline-flex min-w-0 items-center gap-1.5">
              <FileText aria-hidden className="size-3.5 shrink-0" />
              {path === null ? (
                <span className="wrap-anywhere">{label}</span>
              ) : (
                <Link
                  to={path}
                  className="text-ink-2 wrap-anywhere underline decoration-line-strong underline-offset-3"
                >
                  {label}
                  {detail === null || detail.length > 40 ? "" : `, ${detail}`}
                </Link>
              )}
            </span>
          ))}
        </p>
      )}
      {kind === "answered" && calls.length > 0 ? <Found calls={calls} /> : null}
      {isLast && (actions.length > 0 || suggestions.length > 0) ? (
        <div className="flex flex-wrap gap-1.5">
          {actions.map(({ label, path }) => (
            <ButtonLink key={label + path} to={path} size="sm">
              {label}
            </ButtonLink>
          ))}
          {suggestions.map((question) => (
            <button
              key={question}
              type="button"
              onClick={() => onAsk(question)}
              className="rounded-full border border-line-strong bg-sheet px-3 py-1 text-left text-note text-ink hover:bg-hover touch:min-h-11"
            >
              {question}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
