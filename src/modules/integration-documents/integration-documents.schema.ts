import { InputType } from 'type-graphql';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Of, Text } from '../../platform/api/members/fields.js';
import { payloadOf } from '../../platform/api/members/shapes.js';
import { IntegrationResourceType } from '../integration-resources/integration-resource.schema.js';
import {
  RECORDABLE_TYPES,
  type RecordableType,
  type RecordIntegrationResource,
} from './recorded-document.input.js';

export const RecordableResourceType = enumOf(
  RECORDABLE_TYPES,
  'RecordableResourceType',
  'Kinds of documents, customers and subscriptions that a tool of the organization can record.',
  {
    customer: 'A customer.',
    invoice: 'An invoice.',
    credit_note: 'A credit note.',
    payment: 'A payment.',
    subscription: 'A subscription.',
  },
);

@InputType({ description: 'A document that a system has which the server does not call.' })
export class RecordIntegrationResourceInput implements RecordIntegrationResource {
  @Id('Id of the connection.') integrationId!: string;
  @Of(() => RecordableResourceType, 'Kind of document, customer or subscription.')
  resourceType!: RecordableType;
  @Id('Id of the document, customer or subscription.') resourceId!: string;
  @Text('Id of the document at the outside system: 1 to 255 characters.') externalId!: string;
  @Text.orNull('Address of the page that shows the document at the outside system.') externalUrl?:
    string | null;
}

export const IntegrationResourcePayload = payloadOf(
  'IntegrationResourcePayload',
  'integrationResource',
  () => IntegrationResourceType,
);
