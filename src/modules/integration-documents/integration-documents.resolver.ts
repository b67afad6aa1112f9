import { Arg, Args, type ClassType, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { Permission } from '../../platform/api/access/permissions.js';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { CreditNoteType } from '../credit-notes/api/credit-note.schema.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import type { IntegrationResourceFilter } from '../integration-resources/integration-resource.input.js';
import {
  IntegrationResourceConnection,
  type IntegrationResourceFilterInput,
  IntegrationResourcePageArgs,
  IntegrationResourceType,
} from '../integration-resources/integration-resource.schema.js';
import type { IntegrationResources } from '../integration-resources/integration-resource.service.js';
import type { IntegrationResource } from '../integration-resources/integration-resource.table.js';
import { InvoiceType } from '../invoices/api/invoice.schema.js';
import { PaymentType } from '../payments/payment.schema.js';
import { SubscriptionType } from '../subscriptions/api/subscription.schema.js';
import {
  IntegrationResourcePayload,
  RecordIntegrationResourceInput,
} from './integration-documents.schema.js';
import type { IntegrationDocuments } from './integration-documents.service.js';

@Resolver(() => IntegrationResourceType)
export class IntegrationDocumentsResolver {
  constructor(private readonly documents: IntegrationDocuments) {}

  @Mutation(() => IntegrationResourcePayload, {
    description:
      'Records that an outside system has a document, for systems that the server does not call. It replaces what was recorded of the document there.',
  })
  @Permission('organization', 'write')
  @FailsWith({
    notFound: ['integration', 'customer', 'invoice', 'credit note', 'payment', 'subscription'],
    notAllowed: ['integration_not_recordable'],
    fields: ['url_is_invalid'],
  })
  async recordIntegrationResource(
    @Ctx() context: Context,
    @Arg('input', () => RecordIntegrationResourceInput, { description: 'The document, and its id there.' })
    input: RecordIntegrationResourceInput,
  ): Promise<{ integrationResource: IntegrationResource }> {
    const { actor } = context;
    return { integrationResource: await this.documents.record(context.beginWrite(), actor, input) };
  }
}

/** Builds the resolver that adds the field `integrationResources` to a type. */
function relatedResources(owner: ClassType) {
  @Resolver(() => owner)
  class RelatedResourcesResolver {
    private readonly ofOwners = new NestedList<IntegrationResource, ListQuery<IntegrationResourceFilter>>(
      ({ db, actor }, ids, query) => this.resources.listByResource(db, actor, ids, query),
    );

    constructor(private readonly resources: IntegrationResources) {}

    @FieldResolver(() => IntegrationResourceConnection, {
      description: 'Records of it at connections to outside systems, newest first.',
    })
    @Permission('organization', 'read')
    async integrationResources(
      @Root() { id: parentId }: { id: string },
      @Ctx() context: Context,
      @Args(() => IntegrationResourcePageArgs) args: ListArgs<IntegrationResourceFilterInput>,
    ): Promise<Connection<IntegrationResource>> {
      const query = listQuery(args, context.pageLimits);
      return new IntegrationResourceConnection(await this.ofOwners.load(context, parentId, query));
    }
  }
  return RelatedResourcesResolver;
}

/** The resolvers of what can be recorded. */
const RELATED = [CreditNoteType, CustomerType, InvoiceType, PaymentType, SubscriptionType].map((owner) =>
  relatedResources(owner),
);

export function relatedResourcesResolvers(resources: IntegrationResources): object[] {
  return RELATED.map((Related) => new Related(resources));
}
