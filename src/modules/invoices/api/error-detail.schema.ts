import { ObjectType } from 'type-graphql';
import { Id, JsonMap, Text } from '../../../platform/api/members/fields.js';

@ObjectType('DocumentErrorDetail', { description: 'What failed for an invoice or a credit note.' })
export class ErrorDetailType {
  @Id('Identifies the failure.') id!: string;
  @Text('Kind of the error: `tax_error` for taxes that could not be computed.') errorCode!: string;
  @JsonMap.orNull('Details of the error, by its code; null if there are none.') details!: Record<
    string,
    unknown
  > | null;
}
