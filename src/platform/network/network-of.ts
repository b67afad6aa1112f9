import { isIPv6 } from 'node:net';

/** The address of a caller without the wrapping in which a socket for both protocols has it: `::ffff:10.1.2.3`. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address;
}

/**
 * Whom requests of an address are counted for: the address itself, and with IPv6 its first 64 bits, of which a
 * subscriber has all addresses.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%', 1)[0] ?? '').split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const missing = address.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0;
  const groups = [...first, ...Array<string>(missing).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The groups of 16 bits without leading zeros; an IPv4 address at the end stands for two. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));
}
