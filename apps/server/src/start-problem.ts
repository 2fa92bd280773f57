import path from "node:path";
import type { Config } from "#config";

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
  hostname?: string;
}

/**
 * What whoever starts the app has to change, in words, where the system or the database server refuses; null where the
 * mistake is not theirs. `config` is null while the settings have not been read.
 */
export function startProblem(thrown: unknown, config: Config | null): string | null {
  // Several addresses of one name were tried: the first failure stands for all.
  const error = (thrown instanceof AggregateError ? (thrown.errors[0] ?? thrown) : thrown) as SystemError;
  return (
    listenProblem(error) ??
    (config === null ? null : (directoryProblem(error, config) ?? networkProblem(error, config)))
  );
}

/** An address that cannot be listened on. */
function listenProblem({ syscall, code, address, port }: SystemError): string | null {
  if (syscall !== "listen") return null;
  if (code === "EADDRNOTAVAIL") return `This machine has no address ${address}. Correct HOST.`;
  // A path instead of a port: the lock of the data directory.
  if (port === undefined || port < 0) return null;
  const place = `port ${port} of ${address}`;
  if (code === "EADDRINUSE")
    return `Another program is listening on ${place}. Stop it, or choose another PORT.`;
  if (code === "EACCES") return `This user may not listen on ${place}. Choose a PORT above 1023.`;
  return null;
}

/** A data directory that cannot be written. A lock in it is a socket, whose path the system calls an address. */
function directoryProblem(
  { code, message, path: file, address }: SystemError,
  config: Config,
): string | null {
  const directory = path.resolve(config.dataDir);
  if (code === "ENOSPC" || /no space left on device/i.test(message)) {
    return `The disk of DATA_DIR (${directory}) is full. Make room there, or choose another DATA_DIR.`;
  }
  const place = file ?? address;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return place === undefined
      ? null
      : `This user may not write ${place}. Correct its permissions, or choose another DATA_DIR.`;
  }
  if (code === "EEXIST" || code === "ENOTDIR")
    return `DATA_DIR (${directory}) is a file; it has to be a directory.`;
  return null;
}

/** HOST and DATABASE_URL name something that is not there, or does not let us in. */
function networkProblem(
  { code, syscall, message, hostname, address, port }: SystemError,
  config: Config,
): string | null {
  if (syscall === "getaddrinfo") {
    const setting = hostname === config.host ? "HOST" : "DATABASE_URL";
    return `${setting}: the name '${hostname}' is not known (${code}).`;
  }
  if (config.databaseUrl === null) return null;
  const server = new URL(config.databaseUrl).host;
  if (syscall === "connect") {
    return `DATABASE_URL: no PostgreSQL answers at ${address === undefined ? server : `${address}:${port}`} (${code}).`;
  }
  // Classes of PostgreSQL's own codes: 28 = who signs in, 3D = which database, 53 and 57P = not now.
  if (code !== undefined && /^(28|3D|53|57P)/.test(code) && code.length === 5) {
    return `DATABASE_URL: the server at ${server} refuses: ${message}.`;
  }
  return null;
}
