import { Field, ID, ObjectType } from 'type-graphql';
import { JsonObject } from '../../../platform/api/scalars.js';

@ObjectType('DocumentErrorDetail', { description: 'What failed for an invoice or a credit note.' })
export class ErrorDetailType {
  @Field(() => ID, { description: 'Identifies the failure.' })
  id!: string;

  @Field(() => String, { description: 'What failed: `tax_error` for taxes that could not be computed.' })
  errorCode!: string;

  @Field(() => JsonObject, { nullable: true, description: 'What is known of it, by the code.' })
  details!: Record<string, unknown> | null;
}
