export {
  actorColumns,
  actorOfRow,
  eraseNameOf,
  idsOf,
  nameOf,
  personName,
  personNameSql,
  type Actor,
  type KeptActor,
} from "./actors.ts";
export { createCompany, deleteCompany, findDemoCompany, type Company } from "./companies.ts";
export {
  findCompanyLocale,
  findCompanyNames,
  hasCompanies,
  hasPeople,
  keepLastSeen,
  listCompanyIds,
  listCompanyPeople,
  listEverybody,
  readStaffNames,
  type CompanyPerson,
} from "./company-people.ts";
export {
  clearPassword,
  findAccountByEmail,
  findAccountById,
  findAccountWithState,
  findFirstAdminEmail,
  hasActiveAdmin,
  holdsLastAdmin,
  isEmailTaken,
  lockAdmins,
  makeAdmin,
  setEmail,
  setNames,
  setPassword,
} from "./account.ts";
export { changeAccess, deletePerson, findAccess, lockAccess, type Access } from "./change-access.ts";
export { countCompanyRows, listCompanyTables } from "./company-rows.ts";
export {
  readCompanySettings,
  updateCompanySettings,
  type CompanyFields,
  type CompanySettings,
} from "./company-settings.ts";
export {
  closeInvitation,
  markUnusable,
  companyOfInvitation,
  createInvitation,
  eraseInvitationsTo,
  findInvitation,
  findInvitationByToken,
  listInvitations,
  renewInvitation,
  type Invitation,
} from "./invitations.ts";
export { clearDeletionMark, listDueForDeletion, lockDueForDeletion, markForDeletion } from "./deletion.ts";
export { completeOnboarding, findOnboardingProgress, setOnboardingStep } from "./onboarding-progress.ts";
export { withCompanyOf } from "./with-company-of.ts";
export { createUser, findUserById, normaliseEmail, type UserProfile } from "./users.ts";
export { tellCompanyChanged } from "./tell-company-changed.ts";
