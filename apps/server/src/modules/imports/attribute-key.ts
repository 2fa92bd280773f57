import type { ColumnMapping } from "@forestay/contracts";

/** The name an extra attribute is kept under. */
export const attributeKeyOf = ({
  column,
  attributeKey,
}: Pick<ColumnMapping, "column" | "attributeKey">): string => attributeKey ?? column;
