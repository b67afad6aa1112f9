import { ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { DecimalText, JsonMap } from '../../../platform/api/members/fields.js';
import type { Group } from '../../../core/metering/groups.js';

@ObjectType('PresentationBreakdown', {
  description: 'Units broken down by values of the presentation group keys.',
})
@TypicalItems(2)
export class PresentationBreakdownType {
  @JsonMap('Value of each presentation group key. Null where events have none.') presentationBy!: Group;
  @DecimalText() units!: string;
}
