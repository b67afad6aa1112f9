import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host name. @throws an error if it has none, or nobody answers in time. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const QUERY_MS = 2_000;
const QUERIES = 2;

/** Codes by which a name server says that a name has no such addresses, or the machine that it has no name server. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const LOCALHOST = /^(?:.+\.)?localhost\.?$/i;

/**
 * Resolves a host name by asking name servers. `lookup` of the operating system, which also knows the hosts file, is only
 * asked for names that they do not have: it takes one of the few threads of the process for as long as nobody answers,
 * so that a few dead names could stop everything else that needs a thread.
 */
export async function resolveHost(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (LOCALHOST.test(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: QUERY_MS, tries: QUERIES });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  for (const answer of answers) {
    if (answer.status === 'rejected' && !NO_ADDRESS.has(codeOf(answer.reason))) throw answer.reason;
  }
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
