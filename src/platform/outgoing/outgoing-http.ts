import { endsWithin } from '../process/ends-within.js';
import { hostOf, isPublicAddress, parseTarget } from './address-rules.js';
import { Connections } from './kept-connections.js';
import { OutgoingFailure } from './outgoing-failure.js';
import { type OutgoingAnswer, type OutgoingRequest, postTo } from './post.js';
import { type ResolveHost, resolveHost } from './resolve-host.js';

export interface OutgoingSettings {
  /** Permits every address, also loopback and private ones. */
  readonly allowPrivateNetworks: boolean;
  /** Host names, in lower case, whose addresses may be private. */
  readonly allowedHosts: readonly string[];
  readonly userAgent: string;
}

export const DEFAULT_OUTGOING: OutgoingSettings = {
  allowPrivateNetworks: false,
  allowedHosts: [],
  userAgent: 'Tollgate',
};

/** How long the check of a URL that is about to be stored waits for the addresses of its host. */
const CHECK_MS = 2_000;

/**
 * Sends requests to URLs that users gave. It connects only to addresses that it has checked, follows no redirect, sends
 * no cookie, uses no proxy, and limits time and sizes. Source: webhooks.md §7.
 */
export class OutgoingHttp {
  private readonly settings: OutgoingSettings;

  constructor(
    settings: Partial<OutgoingSettings> = {},
    private readonly resolve: ResolveHost = resolveHost,
  ) {
    this.settings = { ...DEFAULT_OUTGOING, ...settings };
  }

  /** True if every address is permitted, also loopback and private ones. */
  get allowsPrivateNetworks(): boolean {
    return this.settings.allowPrivateNetworks;
  }

  /**
   * True for a URL to which requests may be sent. A host whose addresses nobody knows at the moment is accepted: each
   * request checks them again.
   */
  async accepts(text: string): Promise<boolean> {
    const url = parseTarget(text);
    if (url === null) return false;
    const found: { addresses: readonly string[] } = { addresses: [] };
    const resolved = this.resolve(hostOf(url)).then(
      (addresses) => {
        found.addresses = addresses;
      },
      () => undefined,
    );
    await endsWithin(resolved, CHECK_MS);
    return found.addresses.every((address) => this.allows(url, address));
  }

  /** Connections that are kept open between the requests to one URL. Close them when there is nothing more to send. */
  connections(): Connections {
    return new Connections();
  }

  /** @throws OutgoingFailure when there is no complete answer in time, or the URL leads to an address that is refused. */
  async post(
    text: string,
    request: Omit<OutgoingRequest, 'addresses'>,
    connections: Connections,
  ): Promise<OutgoingAnswer> {
    const url = parseTarget(text);
    if (url === null) throw new OutgoingFailure('blocked address');
    const startedAt = performance.now();
    const addresses = await this.addressesOf(url, request.timeoutMs);
    const endAt = startedAt + request.timeoutMs;
    const connectMs = Math.max(1, endAt - performance.now());
    const headers = { ...request.headers, 'user-agent': this.settings.userAgent };
    return postTo(url, { ...request, headers, addresses, connectMs, endAt }, connections);
  }

  /** Sends a request on a connection of its own. @throws OutgoingFailure as `post`. */
  async postAlone(text: string, request: Omit<OutgoingRequest, 'addresses'>): Promise<OutgoingAnswer> {
    const connections = this.connections();
    try {
      return await this.post(text, request, connections);
    } finally {
      connections.close();
    }
  }

  private async addressesOf(url: URL, timeoutMs: number): Promise<readonly string[]> {
    const resolved = this.resolve(hostOf(url)).catch((cause: unknown) => {
      throw new OutgoingFailure(`the host name cannot be resolved: ${String(cause)}`, { cause });
    });
    if (!(await endsWithin(resolved, timeoutMs))) throw new OutgoingFailure('timeout: name resolution');
    const addresses = await resolved;
    if (addresses.length === 0) throw new OutgoingFailure('the host name has no address');
    if (!addresses.every((address) => this.allows(url, address)))
      throw new OutgoingFailure('blocked address');
    return addresses;
  }

  private allows(url: URL, address: string): boolean {
    const { allowPrivateNetworks, allowedHosts } = this.settings;
    return allowPrivateNetworks || allowedHosts.includes(hostOf(url)) || isPublicAddress(address);
  }
}
