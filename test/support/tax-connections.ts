import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import type { Resource } from './builders.js';
import type { Client } from './client.js';
import { connectSystem } from './connections.js';
import { HttpTaxStandIn } from './http-tax-stand-in.js';
import type { TestServer } from './server.js';

/** Where a tax service is, and the secret of its connection. */
interface TaxService {
  readonly url: string;
  readonly secret?: string;
}

/** Connects an organization to a tax service, without a check. */
export async function connectHttpTax(
  server: TestServer,
  client: Client,
  { url, secret = newSigningSecret() }: TaxService,
): Promise<Resource> {
  const settings = { url, timeoutMs: 1_000 };
  const access = { type: 'http_tax', settings, secrets: { signingSecret: secret } } as const;
  const { id, code } = await connectSystem(server, client, access);
  return { id, code, type: 'http_tax' };
}

/** Starts a tax service, and connects an organization to it. */
export async function startHttpTax(
  server: TestServer,
  client: Client,
): Promise<{ readonly taxes: HttpTaxStandIn; readonly connection: Resource }> {
  const secret = newSigningSecret();
  const taxes = await HttpTaxStandIn.start(secret);
  return { taxes, connection: await connectHttpTax(server, client, { url: taxes.url, secret }) };
}
