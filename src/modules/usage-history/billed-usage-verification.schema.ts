import { ObjectType } from 'type-graphql';
import { DecimalText, Id, JsonMap, Text } from '../../platform/api/members/fields.js';
import type { Group } from '../../core/metering/groups.js';
import type { BilledUsageDifference } from './billed-usage-difference.js';

@ObjectType('BilledUsageDifference', {
  description: 'A fee whose units differ from the aggregation of its events, or usage without a fee.',
})
export class BilledUsageDifferenceType implements BilledUsageDifference {
  @Id.orNull('Id of the fee that billed the usage; null if nothing was billed.') feeId!: string | null;
  @Text() externalSubscriptionId!: string;
  @Id() chargeId!: string;
  @Id.orNull('Id of the filter of the charge that the usage matches; null for usage that matches none.')
  chargeFilterId!: string | null;
  @JsonMap('Values of the pricing group keys.') groupedBy!: Group;
  @Text.orNull('Transaction id of the event that created the fee.') eventTransactionId!: string | null;
  @DecimalText.orNull('Units that were billed; null if nothing was billed.') billedUnits!: string | null;
  @DecimalText.orNull('Units computed from the events. Null if there are no events.')
  recountedUnits!: string | null;
}
