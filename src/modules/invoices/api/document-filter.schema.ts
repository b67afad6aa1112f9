import { InputType } from 'type-graphql';
import { Cents, Currency, Day, Text, Texts } from '../../../platform/api/members/fields.js';
import { DeprecatedInGraphql, secondSpelling } from '../../../platform/api/members/surfaces.js';
import type { DocumentFilter } from '../records/document-filter.input.js';
import { TestFilterInput } from '../../customers/api/test-filter.schema.js';

/** Filters that lists of invoices and of credit notes share. Source: rest-conventions.md §7. */
@InputType()
export abstract class DocumentFilterInput extends TestFilterInput implements DocumentFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Currency.orNull() currency?: string | null;
  @Cents.orNull('Minimum total amount.')
  @DeprecatedInGraphql(secondSpelling('totalAmountCents: {gte: …}'))
  amountFrom?: bigint | null;
  @Cents.orNull('Maximum total amount.')
  @DeprecatedInGraphql(secondSpelling('totalAmountCents: {lte: …}'))
  amountTo?: bigint | null;
  @Day.orNull('Issued on this day or later.')
  @DeprecatedInGraphql(secondSpelling('issuingDate: {gte: …}'))
  issuingDateFrom?: string | null;
  @Day.orNull('Issued on this day or earlier.')
  @DeprecatedInGraphql(secondSpelling('issuingDate: {lte: …}'))
  issuingDateTo?: string | null;
  @Texts.orNull(
    'Codes of the billing entities that issued the documents. Every code must belong to an existing billing entity.',
  )
  billingEntityCodes?: string[] | null;
}
