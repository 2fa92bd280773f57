import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatDateTime } from "@/lib/format/index.ts";
import { settingsQueries } from "./api/settings-queries.ts";

/** Says to everybody in a company, on every page, that it is about to be deleted. */
export function DeletionNotice() {
  const { data: company } = useQuery(settingsQueries.company());
  const mayKeep = usePolicy("company:manage");
  if (!company?.deletionAt) return null;
  return (
    <p
      role="status"
      className="m-0 mb-5 flex items-start gap-2.5 rounded-sheet bg-danger-tint px-4 py-3 text-ui text-danger-text"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong>
          {company.name} will be deleted on {formatDateTime(company.deletionAt)}, with everything in it.
        </strong>{" "}
        {mayKeep ? (
          <Link to="/app/settings?section=data" className="text-danger-text">
            Keep it
          </Link>
        ) : (
          "Until then an Owner of the company can keep it."
        )}
      </span>
    </p>
  );
}
