import { ObjectType } from 'type-graphql';
import { Id, JsonMap, Text } from '../../../platform/api/members/fields.js';

@ObjectType('DocumentErrorDetail', { description: 'What failed for an invoice or a credit note.' })
export class ErrorDetailType {
  @Id('Identifies the failure.') id!: string;
  @Text('What failed: `tax_error` for taxes that could not be computed.') errorCode!: string;
  @JsonMap.orNull('What is known of it, by the code.') details!: Record<string, unknown> | null;
}
