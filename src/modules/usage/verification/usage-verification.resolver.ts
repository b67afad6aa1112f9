import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { DateTimeMillis } from '../../../platform/api/members/scalars.js';
import { invalid } from '../../../platform/errors/app-error.js';
import type { UsageDifference } from './usage-verification.repository.js';
import { UsageDifferenceType } from './usage-verification.schema.js';
import type { UsageVerification } from './usage-verification.service.js';

@Resolver(() => UsageDifferenceType)
export class UsageVerificationResolver {
  constructor(private readonly verification: UsageVerification) {}

  @Query(() => [UsageDifferenceType], {
    description:
      'Recounts the usage of a subscription from its events, for all time or for a period such as that of an ' +
      'invoice, and returns the differences from the counters: at most 1,000, none if they agree. For ' +
      'administrators: reads every event.',
  })
  @Permission('organization', 'write')
  verifyUsage(
    @Ctx() { db, actor }: Context,
    @Arg('externalSubscriptionId', () => String) externalSubscriptionId: string,
    @Arg('from', () => DateTimeMillis, { nullable: true, description: 'Start of the period. Requires `to`.' })
    from: Date | null | undefined,
    @Arg('to', () => DateTimeMillis, { nullable: true, description: 'End of the period, exclusive.' })
    to: Date | null | undefined,
  ): Promise<UsageDifference[]> {
    const [start, end] = [from ?? null, to ?? null];
    if ((start === null) !== (end === null))
      throw invalid({ [start === null ? 'from' : 'to']: ['value_is_mandatory'] });
    const window = start === null || end === null ? null : { from: start, to: end };
    return this.verification.differences(db, actor, { externalSubscriptionId, window });
  }
}
