import { InputType } from 'type-graphql';
import { Day, Id, Of } from '../../../platform/api/members/fields.js';
import { IntegrationResourceKind } from '../../integration-resources/integration-resource.schema.js';
import type { IntegrationResourceTypeName } from '../../integration-resources/integration-resource.table.js';
import type { SyncPeriodToIntegration, SyncToIntegration } from './document-sync.input.js';

@InputType({ description: 'A document, and the connection that it is sent to.' })
export class SyncToIntegrationInput implements SyncToIntegration {
  @Id('Id of the connection.') integrationId!: string;
  @Of(() => IntegrationResourceKind, 'Kind of document, customer or subscription.')
  resourceType!: IntegrationResourceTypeName;
  @Id('Id of the document, customer or subscription.') resourceId!: string;
}

@InputType({ description: 'A period, and the connection that its documents are sent to.' })
export class SyncPeriodToIntegrationInput implements SyncPeriodToIntegration {
  @Id('Id of the connection.') integrationId!: string;
  @Day('First day of the period.') from!: string;
  @Day('Last day of the period, included: up to 92 days in all.') to!: string;
}
