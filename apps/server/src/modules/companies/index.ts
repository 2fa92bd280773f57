export { createCompany, deleteCompany, findDemoCompany, type Company } from "./companies.ts";
export {
  findCompanyLocale,
  hasCompanies,
  hasPeople,
  listCompanyIds,
  listCompanyPeople,
  type CompanyPerson,
} from "./company-people.ts";
export {
  clearPassword,
  findAccountByEmail,
  findAccountById,
  hasActiveAdmin,
  holdsLastAdmin,
  isEmailTaken,
  lockAdmins,
  setEmail,
  setNames,
  setPassword,
  type Account,
} from "./account.ts";
export { changeAccess, deletePerson, findAccess, lockAccess, type Access } from "./change-access.ts";
export { countCompanyRows, listCompanyTables, type RowCount } from "./company-rows.ts";
export {
  readCompanySettings,
  updateCompanySettings,
  type CompanyFields,
  type CompanySettings,
} from "./company-settings.ts";
export {
  closeInvitation,
  companyOfInvitation,
  createInvitation,
  findInvitation,
  findInvitationByToken,
  listInvitations,
  renewInvitation,
  type Invitation,
} from "./invitations.ts";
export { withCompanyOf } from "./with-company-of.ts";
export { nameOf } from "./name-of.ts";
export { createUser, findUserById, normaliseEmail, type NewUser, type UserProfile } from "./users.ts";
