import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { Permission } from '../../platform/api/permissions.js';
import type { BilledUsageDifference } from './billed-usage-difference.js';
import { BilledUsageDifferenceType } from './billed-usage-verification.schema.js';
import type { BilledUsageVerification } from './billed-usage-verification.service.js';

@Resolver(() => BilledUsageDifferenceType)
export class BilledUsageVerificationResolver {
  constructor(private readonly verification: BilledUsageVerification) {}

  @Query(() => [BilledUsageDifferenceType], {
    description:
      'Recounts the usage that an invoice bills from the events that had come by then. What differs from its fees; ' +
      'nothing, if all is well and nobody has edited its charges since. For administrators: it reads every event.',
  })
  @Permission('organization', 'write')
  verifyInvoiceUsage(
    @Ctx() { db, actor }: Context,
    @Arg('invoiceId', () => ID) invoiceId: string,
  ): Promise<BilledUsageDifference[]> {
    return this.verification.differences(db, actor, invoiceId);
  }
}
