import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { IntegrationPayload } from '../../integrations/api/integration.schema.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import { IntegrationResourceType } from '../../integration-resources/integration-resource.schema.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import { IntegrationResourcePayload } from '../integration-documents.schema.js';
import { SyncPeriodToIntegrationInput, SyncToIntegrationInput } from './document-sync.schema.js';
import type { DocumentSync } from './document-sync.service.js';

@Resolver(() => IntegrationResourceType)
export class DocumentSyncResolver {
  constructor(private readonly documentSync: DocumentSync) {}

  @Mutation(() => IntegrationResourcePayload, {
    description:
      'Sends a customer, a subscription or a final document to a connection, once more if the system has it already. It is done in the background: the record shows the outcome.',
  })
  @Permission('organization', 'write')
  @FailsWith({
    notFound: ['integration', 'customer', 'invoice', 'credit note', 'payment', 'subscription'],
    notAllowed: ['integration_not_syncable'],
  })
  async syncToIntegration(
    @Ctx() context: Context,
    @Arg('input', () => SyncToIntegrationInput, { description: 'The document to send.' })
    input: SyncToIntegrationInput,
  ): Promise<{ integrationResource: IntegrationResource }> {
    return {
      integrationResource: await this.documentSync.request(context.beginWrite(), context.actor, input),
    };
  }

  @Mutation(() => IntegrationPayload, {
    description:
      'Sends the final documents of a period to a connection, such as those from before it was made. Documents that the system has, or that are being sent, are omitted. It is done in the background: the records of the connection show the outcomes.',
  })
  @Permission('organization', 'write')
  @FailsWith({
    notFound: ['integration'],
    notAllowed: ['integration_not_syncable'],
    fields: ['value_is_out_of_range'],
  })
  async syncPeriodToIntegration(
    @Ctx() context: Context,
    @Arg('input', () => SyncPeriodToIntegrationInput, { description: 'The period to send.' })
    input: SyncPeriodToIntegrationInput,
  ): Promise<{ integration: Integration }> {
    return {
      integration: await this.documentSync.requestPeriod(context.beginWrite(), context.actor, input),
    };
  }
}
