import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import { type Connection, connectionOf } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type ListArgs, listQuery, pageArgsOf } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { InvoiceRelations } from '../invoices/api/invoice-relations.js';
import { InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { CustomerUsageType } from '../usage/current-usage/customer-usage.schema.js';
import type { CustomerUsage } from '../usage/current-usage/customer-usage.service.js';
import { pastUsageOrders } from './past-usage.repository.js';
import type { PastUsageService } from './past-usage.service.js';

const CustomerUsageConnection = connectionOf(CustomerUsageType, 'CustomerUsage');

const CustomerUsagePageArgs = pageArgsOf('CustomerUsage', pastUsageOrders);

@Resolver()
export class PastUsageResolver {
  constructor(private readonly pastUsage: PastUsageService) {}

  @Query(() => CustomerUsageConnection, {
    description:
      'Usage of billed periods of a subscription and of its predecessors with the same external id, latest ' +
      'first.',
  })
  @Permission('customer_usage', 'read')
  @Computed()
  async customerPastUsage(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => CustomerUsagePageArgs) args: ListArgs,
    @Arg('customerId', () => ID, { nullable: true }) id: string | null | undefined,
    @Arg('externalCustomerId', () => String, { nullable: true }) externalId: string | null | undefined,
    @Arg('externalSubscriptionId', () => String, {
      description: 'External id of a subscription of the customer.',
    })
    externalSubscriptionId: string,
    @Arg('billableMetricCode', () => String, {
      nullable: true,
      description: 'Only charges on this billable metric.',
    })
    billableMetricCode: string | null | undefined,
    @Arg('periodsCount', () => Int, { nullable: true, description: 'Only this many of the latest periods.' })
    periodsCount: number | null | undefined,
  ): Promise<Connection<CustomerUsage>> {
    const { filter, page } = listQuery(args, pageLimits);
    const usage = await this.pastUsage.list(db, actor, {
      customer: requireOneIdentifier({ id, externalId }),
      externalSubscriptionId,
      billableMetricCode: billableMetricCode ?? null,
      periodsCount: periodsCount ?? null,
      filter,
      page,
    });
    return new CustomerUsageConnection(usage);
  }
}

/** Leads from past usage to the invoice that bills it. */
@Resolver(() => CustomerUsageType)
export class PastUsageInvoiceResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description: 'The invoice that bills it. Null for current usage.',
  })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: CustomerUsage, @Ctx() context: Context): Promise<Invoice> | null {
    return invoiceId === null ? null : context.load(this.relations.invoice, invoiceId);
  }
}
