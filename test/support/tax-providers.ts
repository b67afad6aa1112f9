import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { AnrokStandIn } from './anrok-stand-in.js';
import { AvalaraStandIn } from './avalara-stand-in.js';
import type { Client } from './client.js';
import { type Access, connectSystem } from './connections.js';
import { HttpTaxStandIn } from './http-tax-stand-in.js';
import type { TestServer } from './server.js';

export type TaxProviderType = 'avalara' | 'anrok' | 'http_tax';

/** The systems that compute taxes. The first two tax what is sold to Colorado at 21 %, where `ADDRESS_IN_COLORADO` is. */
export class TaxProviders {
  private constructor(
    readonly avalara: AvalaraStandIn,
    readonly anrok: AnrokStandIn,
    readonly http: HttpTaxStandIn,
    readonly secret: string,
  ) {}

  static async start(): Promise<TaxProviders> {
    const secret = newSigningSecret();
    const [avalara, anrok, http] = await Promise.all([
      AvalaraStandIn.start(),
      AnrokStandIn.start(new Date()),
      HttpTaxStandIn.start(secret),
    ]);
    avalara.rates.set('CO', [{ taxName: 'CO STATE TAX', taxType: 'Sales', rate: '0.21' }]);
    anrok.rates.set('CO', [{ juris: 'Colorado', taxName: 'Tax', taxRate: '0.21' }]);
    return new TaxProviders(avalara, anrok, http, secret);
  }

  /** Their addresses, for the server that calls them. */
  get urls(): Readonly<Record<string, string>> {
    return { avalara: this.avalara.url, anrok: this.anrok.url };
  }

  /** Connects an organization, all of whose fees are the item `saas` there. */
  async connect(server: TestServer, client: Client, type: TaxProviderType): Promise<Integration> {
    const integration = await connectSystem(server, client, this.accessTo(type));
    const { errors } = await client.graphql(
      'mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }',
      { input: { integrationId: integration.id, target: 'fallback_item', externalId: 'saas' } },
    );
    if (errors !== undefined) throw new Error(`The item is not mapped: ${JSON.stringify(errors)}`);
    return integration;
  }

  async stop(): Promise<void> {
    await Promise.all([this.avalara, this.anrok, this.http].map((standIn) => standIn.stop()));
  }

  private accessTo(type: TaxProviderType): Access {
    switch (type) {
      case 'avalara': {
        const { accountId, licenseKey } = this.avalara;
        return {
          type,
          settings: { accountId, companyCode: 'NORTH', sandbox: true },
          secrets: { licenseKey },
        };
      }
      case 'anrok':
        return { type, settings: {}, secrets: { apiKey: this.anrok.apiKey } };
      case 'http_tax':
        return {
          type,
          settings: { url: this.http.url, timeoutMs: 1_000 },
          secrets: { signingSecret: this.secret },
        };
    }
  }
}

export const ADDRESS_IN_COLORADO = {
  address_line1: '1 Main St',
  city: 'Denver',
  state: 'CO',
  zipcode: '80202',
  country: 'US',
};
