/** Six digits, 10 minutes, five guesses, one live code per address. */
export const CODE_LENGTH = 6;
export const CODE_TTL_MINUTES = 10;

/** The sign-in form asks for 5 characters, setting a password for 10: fewer is no use asking the server about. */
export const LOGIN_PASSWORD_MIN_LENGTH = 5;
export const NEW_PASSWORD_MIN_LENGTH = 10;
