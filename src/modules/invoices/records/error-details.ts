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
  /** Until when what has failed is repeated by itself, as `2027-05-01T10:00:00.000Z`; null or absent if it is not. */
  readonly retriedUntil?: string | null;
}

/** Why something failed for a document. */
export type DocumentFailure = Omit<ErrorDetail, 'id' | 'errorCode'>;

/** The error details of a document after a failure; after a success if it is null. @returns the same details if nothing changes. */
export function withOutcome(
  details: readonly ErrorDetail[],
  errorCode: DocumentErrorCode,
  failure: DocumentFailure | null,
): readonly ErrorDetail[] {
  if (failure !== null) return withError(details, errorCode, failure);
  return errorOf(details, errorCode) === null ? details : withoutError(details, errorCode);
}

/** The error details of a document after a failure, which replaces a former one of its kind. */
export function withError(
  details: readonly ErrorDetail[],
  errorCode: DocumentErrorCode,
  { code, message, retriedUntil = null }: DocumentFailure,
): ErrorDetail[] {
  return [...withoutError(details, errorCode), { id: newId(), errorCode, code, message, retriedUntil }];
}

/** The error of a document with a code; null without one. */
export function errorOf(details: readonly ErrorDetail[], errorCode: DocumentErrorCode): ErrorDetail | null {
  return details.find((detail) => detail.errorCode === errorCode) ?? null;
}

/** The error details of a document that is tried again by call: another failure is repeated by itself as if it was the first one. */
export function retriedByCall(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.map((detail) => ({ ...detail, retriedUntil: null }));
}

/** The error details of a document after a success. */
export function withoutError(details: readonly ErrorDetail[], errorCode: DocumentErrorCode): ErrorDetail[] {
  return details.filter((detail) => detail.errorCode !== errorCode);
}
