/** A mistake the caller of the command can put right; told in one line, exit code 2. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
