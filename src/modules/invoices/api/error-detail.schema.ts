import { ObjectType } from 'type-graphql';
import { Id, JsonMap, Text } from '../../../platform/api/members/fields.js';
import type { ErrorDetail } from '../records/error-details.js';

@ObjectType('DocumentErrorDetail', { description: 'What failed for an invoice or a credit note.' })
export class ErrorDetailType {
  @Id('Identifies the failure.') id!: string;
  @Text(
    'Kind of the error: `tax_error` for taxes that could not be computed, `tax_voiding_error` for taxes that could not be taken back.',
  )
  errorCode!: string;
  @JsonMap.orNull('Details of the error, by its code; null if there are none.') details!: Record<
    string,
    unknown
  > | null;
}

/** The error details of a document as they are shown: `{"tax_error": <code>, "tax_error_message": <text>}`. */
export function shownErrors(details: readonly ErrorDetail[]): ErrorDetailType[] {
  return details.map(({ id, errorCode, code, message }) => ({
    id,
    errorCode,
    details: { [errorCode]: code, [`${errorCode}_message`]: message },
  }));
}
