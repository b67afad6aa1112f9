import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Instant, Of, Text, Whole } from '../../platform/api/members/fields.js';
import type { IntegrationResourceFilter } from './integration-resource.input.js';
import { integrationResourceOrders } from './integration-resource.list.js';
import {
  INTEGRATION_RESOURCE_TYPES,
  type IntegrationResource,
  integrationResources,
  type IntegrationResourceTypeName,
} from './integration-resource.table.js';

export const IntegrationResourceKind = enumOf(
  INTEGRATION_RESOURCE_TYPES,
  'IntegrationResourceKind',
  'Kinds of documents, customers and subscriptions that connections to outside systems have records of.',
  {
    tax: 'The taxes of an invoice, fee or credit note.',
    customer: 'A customer.',
    invoice: 'An invoice.',
    credit_note: 'A credit note.',
    payment: 'A payment.',
    refund: 'A refund of a credit note.',
    allocation: 'A credit note that is deducted from an invoice.',
    subscription: 'A subscription.',
  },
);

export const IntegrationResourceStatus = enumOf(
  integrationResources.status.enumValues,
  'IntegrationResourceStatus',
  'States of a document at a connection to an outside system.',
  {
    pending: 'The document has not reached the system yet.',
    synced: 'The system has it.',
    failed: 'The system refused it.',
    voided: 'The system had it, and has voided it.',
  },
);

@ObjectType('IntegrationResource', {
  description: 'What became of a document at a connection to an outside system.',
})
@TypicalItems(2)
export class IntegrationResourceType {
  @Id() id!: string;
  @Of(() => IntegrationResourceKind, 'Kind of document, customer or subscription.')
  resourceType!: IntegrationResourceTypeName;
  @Id('Id of the document, customer or subscription.') resourceId!: string;
  @Of(() => IntegrationResourceStatus, 'State of the document at the outside system.')
  status!: IntegrationResource['status'];
  @Text.orNull('Id of the document at the outside system; null if it has none.') externalId!: string | null;
  @Text.orNull('Address of the page that shows the document at the outside system; null if it is not known.')
  externalUrl!: string | null;
  @Text.orNull('The code of the last error; null without one.') errorCode!: string | null;
  @Text.orNull('The sentence of the last error; null without one.') errorMessage!: string | null;
  @Whole('How often the outside system was called for it.') tries!: number;
  @Instant.orNull('When it last reached the outside system; null if it has not yet.') syncedAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType('IntegrationResourceFilter', { description: 'All given conditions must hold.' })
export class IntegrationResourceFilterInput implements IntegrationResourceFilter {
  @Id.orNull('Only records of the connection with this id.') integrationId?: string | null;
  @Of.orNull(() => IntegrationResourceKind, 'Only records about this.')
  resourceType?: IntegrationResourceTypeName | null;
  @Of.orNull(() => IntegrationResourceStatus, 'Only records with this status.')
  status?: IntegrationResource['status'] | null;
}

export const IntegrationResourceConnection = connectionOf(IntegrationResourceType, 'IntegrationResource');

export const IntegrationResourcePageArgs = pageArgsOf('IntegrationResource', integrationResourceOrders, {
  filter: IntegrationResourceFilterInput,
  search: 'Matches part of the id at the outside system, or of the sentence of the last error.',
});
