import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The IPv4 networks that no request to a URL of a user may reach. Source: webhooks.md §7; IANA special-purpose registry. */
const REFUSED_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; a metadata address of one cloud
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // metadata address of one cloud, although it is a public one
  ['169.254.0.0', 16], // link-local; the metadata address of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** The only IPv6 network with addresses of the public internet; loopback, local and IPv4-mapped ones lie outside. */
const PUBLIC_IPV6 = ['2000::', 3] as const;

/** Networks within it that are not public, or that lead to an IPv4 address inside the IPv6 one. */
const REFUSED_IPV6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
];

const refusedIpv4 = new BlockList();
for (const [network, bits] of REFUSED_IPV4) refusedIpv4.addSubnet(network, bits, 'ipv4');

const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6');
const refusedIpv6 = new BlockList();
for (const [network, bits] of REFUSED_IPV6) refusedIpv6.addSubnet(network, bits, 'ipv6');

/** True for an address of the public internet: none of loopback, private, link-local, reserved or metadata addresses. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedIpv4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return publicIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

const LOWEST_FREE_PORT = 1_024;
const WEB_PORTS = [80, 443];

/**
 * Parses a URL that a user gave, and to which the server would send a request.
 * @returns null unless it is absolute, http or https, without user info, and with port 80, 443 or one above 1023.
 * Source: webhooks.md §7.
 */
export function parseTarget(text: string): URL | null {
  // The parser skips blanks and control characters; whoever reads the text later must see the same URL.
  if (/[\s\p{Cc}]/u.test(text) || !/^https?:\/\/[^/\\]/i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.hostname === '') return null;
  const authority = text.slice(text.indexOf('//') + 2).split(/[/\\?#]/, 1)[0] ?? '';
  if (authority.includes('@')) return null;
  const port = portOf(url);
  return port >= LOWEST_FREE_PORT || WEB_PORTS.includes(port) ? url : null;
}

/** The port of a URL, which omits that of its scheme. */
export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** The host name of a URL, or its IP address without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
