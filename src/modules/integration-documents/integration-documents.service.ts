import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { notAllowed } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import {
  checkSent,
  isWebAddress,
  limitText,
  requireText,
  URL_LENGTH,
} from '../../platform/errors/input-rules.js';
import type { IntegrationResource } from '../integration-resources/integration-resource.table.js';
import { rulesOfType } from '../integrations/types/integration-types.js';
import type { IntegrationDocumentsNeeds } from './integration-documents.needs.js';
import type { OwnDocuments } from './document-sync/own-documents.js';
import type { RecordIntegrationResource } from './recorded-document.input.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'integrationResources' | 'integrations'> {
  readonly ownDocuments: OwnDocuments;
}

/** Records the documents that connected systems have. Source: integrations.md §17. */
export class IntegrationDocuments {
  constructor(private readonly needs: Needs) {}

  /**
   * Records that a recorded system has a document, as a tool of the organization reports.
   * @throws AppError `integration_not_found`, `<resource type>_not_found`, `validation_errors`; kind `notAllowed`,
   *   `integration_not_recordable` for a system that the server calls itself.
   */
  async record(tx: Tx, actor: Actor, input: RecordIntegrationResource): Promise<IntegrationResource> {
    const { integrations, integrationResources, ownDocuments } = this.needs;
    const integration = await integrations.keep(tx, actor, input.integrationId);
    if (rulesOfType(integration.integrationType).isRecorded !== true)
      throw notAllowed('integration_not_recordable');
    const { resourceType, resourceId, externalId, externalUrl = null } = input;
    const errors = new FieldErrors();
    requireText(errors, 'externalId', externalId);
    limitText(errors, 'externalUrl', externalUrl, URL_LENGTH);
    checkSent(errors, 'externalUrl', externalUrl, isWebAddress, 'url_is_invalid');
    errors.throwIfAny();
    const { id, customerId } = await ownDocuments.get(tx, actor, resourceType, resourceId);
    return integrationResources.recordSynced(tx, actor, {
      integrationId: integration.id,
      customerId,
      resourceType,
      resourceId: id,
      externalId: externalId.trim(),
      externalUrl,
    });
  }
}
