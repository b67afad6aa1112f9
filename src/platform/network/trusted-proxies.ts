import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from './network-of.js';

/** What a request says about where it comes from. */
export interface ReceivedFrom {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** The most addresses of the header that are read. */
const MOST_HOPS = 20;

/**
 * The proxies that are believed when they say from whom they have a request, in `X-Forwarded-For`. What others say is
 * ignored, and so is every other header: anybody can send them, and a proxy may pass them on.
 */
export class TrustedProxies {
  private constructor(
    /** How many proxies every request passes. */
    private readonly hops: number,
    private readonly addresses: BlockList,
  ) {}

  static readonly NONE = new TrustedProxies(0, new BlockList());

  /** Reads a number of hops, or addresses and networks, separated by commas; null for any other text. */
  static read(text: string): TrustedProxies | null {
    if (/^\d{1,2}$/.test(text))
      return Number(text) > MOST_HOPS ? null : new TrustedProxies(Number(text), new BlockList());
    const addresses = new BlockList();
    for (const part of text.split(',')) {
      const [address = '', bits] = part.trim().split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      const most = family === 'ipv6' ? 128 : 32;
      if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
        return null;
      if (bits === undefined) addresses.addAddress(address, family);
      else addresses.addSubnet(address, Number(bits), family);
    }
    return new TrustedProxies(0, addresses);
  }

  /** The address of the caller: the last one that no trusted proxy has; null if the connection is closed. */
  addressOf({ socket, headers }: ReceivedFrom): string | null {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return null;
    let address = plainAddress(remoteAddress);
    const header = headers['x-forwarded-for'];
    const hops = [header ?? ''].flat().join(',').split(',').slice(-MOST_HOPS).toReversed();
    for (const [passed, hop] of hops.entries()) {
      const before = addressIn(hop);
      if (before === null || !this.isTrusted(address, passed)) return address;
      address = before;
    }
    return address;
  }

  private isTrusted(address: string, passed: number): boolean {
    return passed < this.hops || this.addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** The address in an element of the header, which some proxies write with its port; null if there is none. */
function addressIn(element: string): string | null {
  const text = element.trim();
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? null : plainAddress(bare);
}
