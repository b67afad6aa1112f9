import { integrationRepository } from '../../src/modules/integrations/records/integration.repository.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { unique } from './builders.js';
import type { Client } from './client.js';
import type { HttpAccountingStandIn } from './http-accounting-stand-in.js';
import type { TestServer } from './server.js';
import type { XeroStandIn } from './xero-stand-in.js';

/** What a connection to an accounting system has beside its names. */
interface Access {
  readonly type: 'xero' | 'http_accounting';
  readonly settings: Integration['settings'];
  readonly secrets: Readonly<Record<string, string>>;
}

const ALL_DOCUMENTS = { syncInvoices: true, syncCreditNotes: true, syncPayments: true };

export function accessToXero({ access }: XeroStandIn): Access {
  return { type: 'xero', secrets: access.secrets, settings: { ...access.settings, ...ALL_DOCUMENTS } };
}

export function accessToFeed({ url }: HttpAccountingStandIn, signingSecret: string): Access {
  return { type: 'http_accounting', secrets: { signingSecret }, settings: { url, ...ALL_DOCUMENTS } };
}

/** Connects an organization to an accounting system. */
export async function connectAccounting(
  server: TestServer,
  { organizationId }: Client,
  { type, settings, secrets }: Access,
): Promise<Integration> {
  const [id, now, named] = [newId(), new Date(), unique(type)];
  const integration: Integration = {
    id,
    organizationId,
    integrationType: type,
    name: named,
    code: named,
    settings,
    secrets: server.app.services.integrationSecrets.seal(id, secrets),
    secretRotatedAt: null,
    externalIds: {},
    checkedAt: null,
    checkErrorCode: null,
    checkErrorMessage: null,
    refusalReportedAt: null,
    deletedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await server.pool.db.transaction((tx) => integrationRepository.insert(tx, integration));
  return integration;
}
