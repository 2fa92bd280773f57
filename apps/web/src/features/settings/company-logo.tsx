import { useQuery } from "@tanstack/react-query";
import { settingsQueries } from "./api/settings-queries.ts";

/** The company's logo beside its name; nothing where there is none. */
export function CompanyLogo() {
  const { data: company } = useQuery(settingsQueries.company());
  if (!company?.logo) return null;
  // The name stands beside it and says the same.
  return <img src={company.logo} alt="" className="h-7 max-w-20 shrink-0 rounded-tag object-contain" />;
}
