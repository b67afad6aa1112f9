import { integrationRepository } from '../../src/modules/integrations/records/integration.repository.js';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { type Resource, unique } from './builders.js';
import type { Client } from './client.js';
import type { TestServer } from './server.js';

/** Where a tax service is, and the secret of its connection. */
interface TaxService {
  readonly url: string;
  readonly secret?: string;
}

/** Inserts a connection to a tax service of the organization, without a check. */
export async function connectHttpTax(
  { app, pool }: TestServer,
  { organizationId }: Client,
  { url, secret = newSigningSecret() }: TaxService,
): Promise<Resource> {
  const { integrationSecrets } = app.services;
  const [id, now, code] = [newId(), new Date(), unique('taxes')];
  await pool.db.transaction((tx) =>
    integrationRepository.insert(tx, {
      id,
      organizationId,
      integrationType: 'http_tax',
      name: code,
      code,
      settings: { url, timeoutMs: 1_000 },
      secrets: integrationSecrets.seal(id, { signingSecret: secret }),
      secretRotatedAt: null,
      externalIds: {},
      checkedAt: null,
      checkErrorCode: null,
      checkErrorMessage: null,
      refusalReportedAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    }),
  );
  return { id, code, type: 'http_tax' };
}
