import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 that the IANA registry of special-purpose addresses does not call globally reachable, and multicast. */
const specialIpv4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // behind a carrier's NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local: the clouds' metadata services
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
];

/** Of IPv6 only what is handed out as global unicast counts, without the parts of it that lead elsewhere. */
const globalIpv6 = "2000::/3";
const specialIpv6 = [
  "2001::/23", // protocol assignments: Teredo carries an IPv4 address
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4 carries an IPv4 address
  "3fff::/20", // documentation
];

const ipv4 = listOf(specialIpv4, "ipv4");
const allowed6 = listOf([globalIpv6], "ipv6");
const special6 = listOf(specialIpv6, "ipv6");

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Whether an IP address is one of the public internet: not of this machine, its network, its cloud or nobody's. An IPv6
 * address that carries an IPv4 one (mapped, NAT64, 6to4, Teredo) is not, whatever it carries. Text that is no address is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4.check(address, "ipv4");
  return isIPv6(address) && allowed6.check(address, "ipv6") && !special6.check(address, "ipv6");
}
