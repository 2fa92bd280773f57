import type { CriteriaMatch, CriterionField } from "@forestay/contracts/wire";
import { CircleAlert, Copy, Group, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { changeNode, copyOf, emptyGroup, emptyLine, isDraftGroup } from "../hooks/rule-draft.ts";
import type { DraftGroup, DraftNode } from "../hooks/rule-draft.ts";
import { CriterionLine } from "./criterion-line.tsx";

interface RuleLinesProps {
  nodes: readonly DraftNode[];
  fields: readonly CriterionField[];
  problems: ReadonlyMap<string, string>;
  onChange: (nodes: DraftNode[]) => void;
}

const joints: Record<CriteriaMatch, string> = { all: "and", any: "or", none: "nor" };
const matches: readonly { value: CriteriaMatch; label: string }[] = [
  { value: "any", label: "Any of these holds" },
  { value: "all", label: "All of these hold" },
  { value: "none", label: "None of these holds" },
];
/** Groups stand in the list and in groups of it; the server takes no deeper rule. */
const DEEPEST_GROUP = 2;

/** A rule's lines and groups, and the ways to add one. */
export function RuleLines(props: RuleLinesProps) {
  return <Lines {...props} match="all" depth={0} />;
}

interface LinesProps extends RuleLinesProps {
  match: CriteriaMatch;
  depth: number;
}

function Lines({ nodes, fields, problems, onChange, match, depth }: LinesProps) {
  const [first] = fields;
  return (
    <div className="flex flex-col gap-2.5">
      {nodes.length === 0 ? null : (
        <ul className="m-0 flex list-none flex-col gap-2.5 p-0">
          {nodes.map((node, index) => {
            const own = {
              joint: index === 0 ? (depth === 0 ? "where" : "") : joints[match],
              problem: problems.get(node.key),
              onCopy: () => onChange(changeNode(nodes, node.key, (one) => [one, copyOf(one)])),
              onRemove: () => onChange(changeNode(nodes, node.key, () => [])),
            };
            const change = (next: DraftNode) => onChange(changeNode(nodes, node.key, () => [next]));
            return isDraftGroup(node) ? (
              <GroupBox
                key={node.key}
                {...own}
                group={node}
                fields={fields}
                problems={problems}
                depth={depth + 1}
                onChange={change}
              />
            ) : (
              <CriterionLine key={node.key} {...own} line={node} fields={fields} onChange={change} />
            );
          })}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 pl-15.5">
        <Button
          size="sm"
          icon={<Plus />}
          disabled={first === undefined}
          onClick={() => first && onChange([...nodes, emptyLine(first)])}
        >
          Add criterion
        </Button>
        {depth < DEEPEST_GROUP ? (
          <Button
            size="sm"
            variant="ghost"
            icon={<Group />}
            disabled={first === undefined}
            onClick={() => first && onChange([...nodes, { ...emptyGroup(), nodes: [emptyLine(first)] }])}
          >
            Add group
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface GroupBoxProps {
  group: DraftGroup;
  fields: readonly CriterionField[];
  problems: ReadonlyMap<string, string>;
  joint: string;
  problem: string | undefined;
  depth: number;
  onChange: (group: DraftGroup) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function GroupBox({
  group,
  fields,
  problems,
  joint,
  problem,
  depth,
  onChange,
  onCopy,
  onRemove,
}: GroupBoxProps) {
  return (
    <li className="grid grid-cols-[3.2rem_minmax(0,1fr)] items-start gap-x-2.5 max-md:grid-cols-1">
      <span className="pt-4 text-right text-ui font-emphasis text-ink-2 max-md:pt-0 max-md:pb-1 max-md:text-left">
        {joint}
      </span>
      <div
        role="group"
        aria-label="Group of criteria"
        className="rounded-inset border border-line bg-sunken p-2.5"
      >
        <div className="flex items-center justify-between gap-2 pb-2.5">
          <Select
            label="How the lines of this group go together"
            size="sm"
            className="w-auto"
            value={group.match}
            onChange={(match) => onChange({ ...group, match })}
            options={matches}
          />
          <span className="flex">
            <IconButton label="Copy the group" onClick={onCopy}>
              <Copy />
            </IconButton>
            <IconButton label="Remove the group" onClick={onRemove}>
              <X />
            </IconButton>
          </span>
        </div>
        <Lines
          nodes={group.nodes}
          fields={fields}
          problems={problems}
          match={group.match}
          depth={depth}
          onChange={(nodes) => onChange({ ...group, nodes })}
        />
        {problem === undefined ? null : (
          <p role="alert" className="m-0 flex items-start gap-1.5 pt-2 text-note text-danger-text">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
    </li>
  );
}
