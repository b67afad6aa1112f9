import type { Clock } from '../../../platform/clock.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { IntegrationTypeName } from '../types/integration-types.js';
import type { AccountingProvider } from './accounting/accounting-provider.js';
import { HttpAccountingProvider } from './accounting/http-accounting-provider.js';
import { XeroProvider } from './accounting/xero/xero-provider.js';
import type { CheckedSystem } from './calls/called-connection.js';
import { JsonCalls, type Pace } from './calls/json-calls.js';
import type { CrmProvider } from './crm/crm-provider.js';
import { HubspotHttp } from './crm/hubspot-http.js';
import { HubspotProvider } from './crm/hubspot-provider.js';
import { AnrokProvider } from './tax/anrok-provider.js';
import { AvalaraProvider } from './tax/avalara-provider.js';
import { HttpTaxProvider } from './tax/http-tax-provider.js';
import type { TaxProvider } from './tax/tax-provider.js';

interface Needs {
  readonly outgoing: OutgoingHttp;
  readonly clock: Clock;
  readonly callPace: Pace;
  /** Base addresses by type; by default those of the accounts. */
  readonly integrationUrls: Readonly<Record<string, string>>;
}

/** The implementations of connections, by category and type. A recorded type has none: it is never called. */
export class OutsideSystems {
  private readonly taxProviders: Partial<Record<IntegrationTypeName, TaxProvider>>;
  private readonly accountingProviders: Partial<Record<IntegrationTypeName, AccountingProvider>>;
  private readonly crmProviders: Partial<Record<IntegrationTypeName, CrmProvider>>;

  constructor({ outgoing, clock, callPace, integrationUrls: urls }: Needs) {
    const calls = new JsonCalls(outgoing, clock, callPace);
    this.taxProviders = {
      avalara: new AvalaraProvider(calls, urls['avalara'] ?? null),
      anrok: new AnrokProvider(calls, clock, urls['anrok'] ?? null),
      http_tax: new HttpTaxProvider(calls, clock),
    };
    this.accountingProviders = {
      http_accounting: new HttpAccountingProvider(calls, clock),
      xero: new XeroProvider(calls, clock, {
        identity: urls['xero_identity'] ?? 'https://identity.xero.com',
        api: urls['xero'] ?? 'https://api.xero.com',
      }),
    };
    const hubspot = new HubspotHttp(calls, clock, urls['hubspot'] ?? null);
    this.crmProviders = { hubspot: new HubspotProvider(hubspot) };
  }

  /** Null if the type is none of category tax. */
  taxProvider(type: IntegrationTypeName): TaxProvider | null {
    return this.taxProviders[type] ?? null;
  }

  /** Null if the type is none of category accounting, or is recorded. */
  accountingProvider(type: IntegrationTypeName): AccountingProvider | null {
    return this.accountingProviders[type] ?? null;
  }

  /** Null if the type is none of category CRM. */
  crmProvider(type: IntegrationTypeName): CrmProvider | null {
    return this.crmProviders[type] ?? null;
  }

  /** Null for a recorded type. */
  find(type: IntegrationTypeName): CheckedSystem | null {
    return this.taxProvider(type) ?? this.accountingProvider(type) ?? this.crmProvider(type);
  }
}
