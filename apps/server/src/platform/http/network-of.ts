import { isIPv4, isIPv6 } from "node:net";

const GROUPS = 8;
/** Of an IPv6 address, the part that names a network: one household or one rented server has all of the rest. */
const NETWORK_GROUPS = 4;

/**
 * What limits per network address count by: an IPv4 address as it is, also where it comes written as IPv6
 * (`::ffff:1.2.3.4`), of any other IPv6 address its /64. Text that is no address counts as itself.
 */
export function networkOf(ipAddress: string): string {
  const [address = ""] = ipAddress.split("%");
  if (!isIPv6(address)) return ipAddress;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const left = parse(head);
  const right = tail === undefined ? [] : parse(tail);
  return [...left, ...Array.from({ length: GROUPS - left.length - right.length }, () => 0), ...right];
}

function parse(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
