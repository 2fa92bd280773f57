export { createCompany, deleteCompany, findDemoCompany, type Company } from "./companies.ts";
export {
  findCompanyLocale,
  listCompanyIds,
  listCompanyPeople,
  type CompanyPerson,
} from "./company-people.ts";
export {
  createUser,
  findUserById,
  findUserForSignIn,
  normaliseEmail,
  type NewUser,
  type UserProfile,
} from "./users.ts";
