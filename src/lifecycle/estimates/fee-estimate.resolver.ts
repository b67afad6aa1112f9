import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { LargeBody } from '../../platform/api/large-body.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { FeeEstimate } from '../../modules/invoices/composing/fee-estimate.js';
import { FeeEstimateType } from '../../modules/invoices/api/fee-estimate.schema.js';
import { EventsToEstimateInput, EventToEstimateInput } from './fee-estimate.schema.js';
import type { FeeEstimates } from './fee-estimates.js';

@Resolver(() => FeeEstimateType)
export class FeeEstimateResolver {
  constructor(private readonly estimates: FeeEstimates) {}

  @Query(() => [FeeEstimateType], {
    description: 'Fees that an event would create now under charges billed in advance.',
  })
  @Permission('event', 'write')
  @Computed()
  estimateFees(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => EventToEstimateInput, { description: 'The event whose fees are to be estimated.' })
    input: EventToEstimateInput,
  ): Promise<FeeEstimate[]> {
    return this.estimates.full(db, actor, input);
  }

  @Query(() => [FeeEstimateType], {
    description:
      'Fees that an event would create under standard and percentage prices, regardless of earlier usage and ' +
      'without taxes.',
  })
  @Permission('event', 'write')
  @Computed()
  estimateInstantFees(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => EventToEstimateInput, { description: 'The event whose fees are to be estimated.' })
    input: EventToEstimateInput,
  ): Promise<FeeEstimate[]> {
    return this.estimates.instant(db, actor, input);
  }

  @Query(() => [FeeEstimateType], {
    description:
      'Fees that several events would create under standard and percentage prices, regardless of earlier usage ' +
      'and without taxes.',
  })
  @Permission('event', 'write')
  @LargeBody()
  @Computed()
  estimateInstantFeesOfEvents(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => EventsToEstimateInput, { description: 'The events whose fees are to be estimated.' })
    { events }: EventsToEstimateInput,
  ): Promise<FeeEstimate[]> {
    return this.estimates.estimateAllInstantly(
      db,
      actor,
      (events ?? []).map(({ event, ...own }) => event ?? own),
    );
  }
}
