import { Field, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Decimal, JsonObject } from '../../../platform/api/scalars.js';
import type { Group } from '../../../core/metering/groups.js';

@ObjectType('PresentationBreakdown', {
  description: 'Units broken down by values of the presentation group keys.',
})
@TypicalItems(2)
export class PresentationBreakdownType {
  @Field(() => JsonObject, {
    description: 'Value of each presentation group key. Null where events have none.',
  })
  presentationBy!: Group;

  @Field(() => Decimal)
  units!: string;
}
