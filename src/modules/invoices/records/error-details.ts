import { newId } from '../../../platform/db/tables/ids.js';

/**
 * What can fail for an invoice or a credit note: `tax_error`, that its taxes are computed or reported; `tax_voiding_error`, that
 * they are taken back at the tax provider. Source: integrations.md §6.
 */
export type DocumentErrorCode = 'tax_error' | 'tax_voiding_error';

/** What failed for a document, until it succeeds. A document has one entry for each error code. */
export interface ErrorDetail {
  readonly id: string;
  readonly errorCode: DocumentErrorCode;
  /** The code of the outside system, or one of ours. */
  readonly code: string;
  readonly message: string;
}

/** The error details of a document after a failure, which replaces a former one of its kind. */
export function withError(
  details: readonly ErrorDetail[],
  errorCode: DocumentErrorCode,
  { code, message }: Pick<ErrorDetail, 'code' | 'message'>,
): ErrorDetail[] {
  return [...withoutError(details, errorCode), { id: newId(), errorCode, code, message }];
}

/** The error details of a document after a success. */
export function withoutError(details: readonly ErrorDetail[], errorCode: DocumentErrorCode): ErrorDetail[] {
  return details.filter((detail) => detail.errorCode !== errorCode);
}
