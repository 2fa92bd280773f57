import { expect, test } from "vitest";

import { createRandom } from "../../random.ts";
import { explainTree, gaussLegendre } from "./tree-shap.ts";
import { goesLeft, type Tree } from "./tree.ts";

/** A random tree over few features, so that features repeat on a path. */
function randomTree(seed: number, inner: number, features: number): Tree {
  const random = createRandom(seed);
  const tree: Tree = {
    feature: Int32Array.from({ length: inner }, () => random.int(features)),
    threshold: new Int32Array(inner),
    missingLeft: new Uint8Array(inner),
    left: new Int32Array(inner),
    right: new Int32Array(inner),
    bits: Uint8Array.from({ length: inner * 32 }, () => random.int(256)),
    leafValue: Float64Array.from({ length: inner + 1 }, () => random.normal()),
    leafCover: Float64Array.from({ length: inner + 1 }, () => 1 + random.int(50)),
  };
  const open: [number, "left" | "right"][] = [
    [0, "left"],
    [0, "right"],
  ];
  for (let node = 1; node < inner; node++) {
    const [[parent, side]] = open.splice(random.int(open.length), 1) as [[number, "left" | "right"]];
    tree[side][parent] = node;
    open.push([node, "left"], [node, "right"]);
  }
  open.forEach(([parent, side], leaf) => (tree[side][parent] = ~leaf));
  return tree;
}

/** Expected value when only the features in the set are known: the definition TreeSHAP rests on. */
function expectation(tree: Tree, bins: Uint8Array, known: number): number {
  const cover = (child: number): number =>
    child < 0 ? tree.leafCover[~child]! : cover(tree.left[child]!) + cover(tree.right[child]!);
  const value = (child: number): number => {
    if (child < 0) return tree.leafValue[~child]!;
    const [left, right] = [tree.left[child]!, tree.right[child]!];
    if ((known >> tree.feature[child]!) & 1)
      return value(goesLeft(tree, child, bins[tree.feature[child]!]!) ? left : right);
    return (value(left) * cover(left) + value(right) * cover(right)) / cover(child);
  };
  return value(0);
}

function bruteForce(tree: Tree, bins: Uint8Array, features: number): number[] {
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
  return Array.from({ length: features }, (_, feature) => {
    let sum = 0;
    for (let set = 0; set < 1 << features; set++) {
      if ((set >> feature) & 1) continue;
      const size = set.toString(2).replaceAll("0", "").length;
      const weight = (factorial(size) * factorial(features - size - 1)) / factorial(features);
      sum += weight * (expectation(tree, bins, set | (1 << feature)) - expectation(tree, bins, set));
    }
    return sum;
  });
}

test("equals the definition by brute force, features repeating on paths", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const features = 2 + (seed % 5);
    const tree = randomTree(seed, 1 + (seed % 17), features);
    const random = createRandom(seed + 1000);
    const explainer = explainTree(tree);
    const bins = Uint8Array.from({ length: features }, () => random.int(256));
    const values = new Float64Array(features);
    explainer.add(bins, 1, values, 0);
    const expected = bruteForce(tree, bins, features);
    values.forEach((value, feature) => expect(value).toBeCloseTo(expected[feature]!, 12));
    const sum = values.reduce((total, value) => total + value, explainer.base);
    expect(sum).toBeCloseTo(expectation(tree, bins, (1 << features) - 1), 12);
  }
});

test("quadrature integrates every polynomial it should, exactly", () => {
  for (const size of [1, 2, 5, 8, 12]) {
    const { points, weights } = gaussLegendre(size);
    for (let degree = 0; degree < 2 * size; degree++) {
      const integral = points.reduce((sum, point, i) => sum + weights[i]! * point ** degree, 0);
      expect(integral).toBeCloseTo(1 / (degree + 1), 13);
    }
  }
});
