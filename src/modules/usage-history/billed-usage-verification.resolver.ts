import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { BilledUsageDifference } from './billed-usage-difference.js';
import { BilledUsageDifferenceType } from './billed-usage-verification.schema.js';
import type { BilledUsageVerification } from './billed-usage-verification.service.js';

@Resolver(() => BilledUsageDifferenceType)
export class BilledUsageVerificationResolver {
  constructor(private readonly verification: BilledUsageVerification) {}

  @Query(() => [BilledUsageDifferenceType], {
    description:
      'Recounts the usage that an invoice bills from the events received by then, and returns the differences ' +
      'from its fees. Empty if they agree and its charges were not edited since. For administrators: reads ' +
      'every event.',
  })
  @Permission('organization', 'write')
  verifyInvoiceUsage(
    @Ctx() { db, actor }: Context,
    @Arg('invoiceId', () => ID) invoiceId: string,
  ): Promise<BilledUsageDifference[]> {
    return this.verification.differences(db, actor, invoiceId);
  }
}
