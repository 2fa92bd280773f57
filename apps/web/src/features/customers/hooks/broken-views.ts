import { isGroup, linePath } from "@forestay/contracts/wire";
import type { CriteriaNode, CustomerView } from "@forestay/contracts/wire";

/** A view's conditions without the lines that do not work any more, and without groups that have no other. */
export function withoutLines({ conditions, brokenLines }: Pick<CustomerView, "conditions" | "brokenLines">) {
  const broken = new Set(brokenLines.map(({ path }) => path));
  const kept = (nodes: readonly CriteriaNode[], before: readonly number[]): CriteriaNode[] =>
    nodes.flatMap<CriteriaNode>((node, index): CriteriaNode[] => {
      const path = [...before, index];
      if (broken.has(linePath(path, "conditions"))) return [];
      if (!isGroup(node)) return [node];
      const criteria = kept(node.criteria, path);
      return criteria.length === 0 ? [] : [{ ...node, criteria }];
    });
  return kept(conditions, []);
}
