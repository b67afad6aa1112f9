import type { Reactions } from '../../platform/changes/changes.js';
import { resourcesOfIntegration } from '../../modules/integrations/connections/integration.security.js';
import type { ConcernedDocument, ProviderError } from '../../modules/integrations/integration.changes.js';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { Services } from '../capabilities.js';
import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { IntegrationAreaChange } from './announced-changes.js';
import { ofCustomer } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

type RefusedCustomer = Extract<
  IntegrationAreaChange,
  { readonly type: 'customer.accounting_provider_error' | 'customer.crm_provider_error' }
>;

/** Reactions to connections to outside systems that appear, fail or go. */
export function integrationReactions(
  { customerLinks, securityRecorder }: Services,
  { records }: Reactors,
): Reactions<IntegrationAreaChange> {
  return {
    'integration.provider_error': [
      records('integration.provider_error', ({ integration, error, about }) => ({
        row: integration,
        content: {
          svc_integration_id: integration.id,
          provider: integration.integrationType,
          provider_code: integration.code,
          provider_error: shownError(error, about),
        },
      })),
    ],
    'customer.accounting_provider_created': [records('customer.accounting_provider_created', ofCustomer)],
    'customer.accounting_provider_error': [
      records('customer.accounting_provider_error', contentOfCustomerError),
    ],
    'customer.crm_provider_created': [records('customer.crm_provider_created', ofCustomer)],
    'customer.crm_provider_error': [records('customer.crm_provider_error', contentOfCustomerError)],
    'customer.tax_provider_error': [
      records('customer.tax_provider_error', ({ customer, integration, error, about }) => ({
        row: customer,
        content: {
          svc_customer_id: customer.id,
          external_customer_id: customer.externalId,
          tax_provider: integration.integrationType,
          tax_provider_code: integration.code,
          provider_error: shownError(error, about),
        },
      })),
    ],
    'fee.tax_provider_error': [
      records('fee.tax_provider_error', ({ fee, integration, error }) => ({
        row: fee,
        content: {
          tax_provider_code: integration.code,
          svc_charge_id: fee.chargeId,
          event_transaction_id: fee.eventTransactionId,
          provider_error: shownError(error),
        },
      })),
    ],
    'integration.created': [
      (tx, actor, { integration }) =>
        securityRecorder.record(tx, actor, 'integration.created', resourcesOfIntegration(integration)),
    ],
    'integration.deleted': [
      (tx, _actor, { integration }) => customerLinks.deleteOfIntegration(tx, integration),
      (tx, actor, { integration }) =>
        securityRecorder.record(tx, actor, 'integration.deleted', resourcesOfIntegration(integration)),
    ],
  };
}

/** What an accounting system or a CRM has refused; the contract has the same names for both. Source: webhooks.md §3. */
function contentOfCustomerError({ customer, integration, error }: RefusedCustomer): RecordedChange {
  return {
    row: customer,
    content: {
      svc_customer_id: customer.id,
      external_customer_id: customer.externalId,
      accounting_provider: integration.integrationType,
      accounting_provider_code: integration.code,
      provider_error: shownError(error),
    },
  };
}

/** Source: integrations.md §2 "Webhooks". */
function shownError(
  { errorCode, message }: ProviderError,
  about: ConcernedDocument | null = null,
): Representation {
  const error = { message, error_code: errorCode };
  return about === null
    ? error
    : { ...error, resource_type: about.resourceType, svc_resource_id: about.resourceId };
}
