import { integrationRepository } from '../../src/modules/integrations/records/integration.repository.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { newId } from '../../src/platform/db/tables/ids.js';
import { unique } from './builders.js';
import type { Client } from './client.js';
import type { TestServer } from './server.js';

/** What a connection to an outside system has beside its names. */
export interface Access {
  readonly type: Integration['integrationType'];
  readonly settings: Integration['settings'];
  readonly secrets: Readonly<Record<string, string>>;
}

/** Inserts a connection of an organization, without a check: also of a type that cannot be connected yet. */
export async function connectSystem(
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
