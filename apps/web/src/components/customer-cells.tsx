import type { RiskLevelValue } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { Avatar } from "./ui/avatar.tsx";
import { RiskLevel } from "./ui/risk-level.tsx";

/** Who a row of a short list is about. */
interface Somebody {
  id: string;
  name: string;
  email: string | null;
}

/** The page of one customer. */
export const customerPath = (customerId: string): string => `/app/customers/${customerId}`;

/** A customer's name, on to its page; cut where a column has no room. */
export function CustomerLink({ id, name }: Pick<Somebody, "id" | "name">) {
  return (
    <Link
      to={customerPath(id)}
      className="max-w-44 truncate rounded-check max-lg:md:max-w-30 font-strong text-ink no-underline hover:underline"
    >
      {name}
    </Link>
  );
}

/** A customer in a table: picture, name, and address where there is one. */
export function CustomerCell({ id, name, email }: Somebody) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} id={id} />
      <span className="flex min-w-0 flex-col">
        <CustomerLink id={id} name={name} />
        {email === null ? null : (
          <span className="max-w-44 truncate text-small text-ink-2 max-lg:max-w-30">{email}</span>
        )}
      </span>
    </span>
  );
}

/** A score that is known, with its level in words. */
export function ScoreCell({ score, level }: { score: number; level: RiskLevelValue }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="w-6 text-right font-strong tabular">{score}</span>
      <RiskLevel level={level} />
    </span>
  );
}
