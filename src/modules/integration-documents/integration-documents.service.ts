import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
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
import type { RecordableType, RecordIntegrationResource } from './recorded-document.input.js';

type Needs = Pick<
  IntegrationDocumentsNeeds,
  | 'creditNotes'
  | 'customers'
  | 'integrationResources'
  | 'integrations'
  | 'invoices'
  | 'payments'
  | 'subscriptions'
>;

/** Records the documents that connected systems have. Source: integrations.md §17. */
export class IntegrationDocuments {
  constructor(private readonly needs: Needs) {}

  /**
   * Records that a recorded system has a document, as a tool of the organization reports.
   * @throws AppError `integration_not_found`, `<resource type>_not_found`, `validation_errors`; kind `notAllowed`,
   *   `integration_not_recordable` for a system that the server calls itself.
   */
  async record(tx: Tx, actor: Actor, input: RecordIntegrationResource): Promise<IntegrationResource> {
    const { integrations, integrationResources } = this.needs;
    const integration = await integrations.keep(tx, actor, input.integrationId);
    if (rulesOfType(integration.integrationType).isRecorded !== true)
      throw notAllowed('integration_not_recordable');
    const { resourceType, resourceId, externalId, externalUrl = null } = input;
    const errors = new FieldErrors();
    requireText(errors, 'externalId', externalId);
    limitText(errors, 'externalUrl', externalUrl, URL_LENGTH);
    checkSent(errors, 'externalUrl', externalUrl, isWebAddress, 'url_is_invalid');
    errors.throwIfAny();
    const { id, customerId } = await this.find(tx, actor, resourceType, resourceId);
    return integrationResources.recordSynced(tx, actor, {
      integrationId: integration.id,
      customerId,
      resourceType,
      resourceId: id,
      externalId: externalId.trim(),
      externalUrl,
    });
  }

  /** The document, and the customer that it belongs to. @throws AppError `<resource type>_not_found`. */
  private async find(
    db: Db,
    actor: Actor,
    type: RecordableType,
    id: string,
  ): Promise<{ readonly id: string; readonly customerId: string }> {
    const { creditNotes, customers, invoices, payments, subscriptions } = this.needs;
    switch (type) {
      case 'customer': {
        const customer = await customers.get(db, actor, { id });
        return { id: customer.id, customerId: customer.id };
      }
      case 'invoice':
        return invoices.get(db, actor, id);
      case 'credit_note':
        return creditNotes.get(db, actor, id);
      case 'payment': {
        const payment = isUuid(id)
          ? (await payments.getMany(db, actor, [id])).get(id.toLowerCase())
          : undefined;
        if (payment === undefined) throw notFound('payment');
        return payment;
      }
      case 'subscription':
        return subscriptions.get(db, actor, { id });
    }
  }
}
