export const labelled = (labels: Record<number, string>) => (value: number) => labels[value] ?? "Unknown";
