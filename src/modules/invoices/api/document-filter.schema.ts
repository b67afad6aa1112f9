import { Field, InputType } from 'type-graphql';
import { CurrencyCode } from '../../../platform/api/enums.js';
import { CalendarDate, SafeInt } from '../../../platform/api/scalars.js';
import { DeprecatedInGraphql, secondSpelling } from '../../../platform/api/surfaces.js';
import type { DocumentFilter } from '../records/document-filter.input.js';
import { TestFilterInput } from '../../customers/test-filter.schema.js';

/** Filters that lists of invoices and of credit notes share. Source: rest-conventions.md §7. */
@InputType()
export abstract class DocumentFilterInput extends TestFilterInput implements DocumentFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Minimum total amount.' })
  @DeprecatedInGraphql(secondSpelling('totalAmountCents: {gte: …}'))
  amountFrom?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: 'Maximum total amount.' })
  @DeprecatedInGraphql(secondSpelling('totalAmountCents: {lte: …}'))
  amountTo?: bigint | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Issued on this day or later.' })
  @DeprecatedInGraphql(secondSpelling('issuingDate: {gte: …}'))
  issuingDateFrom?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Issued on this day or earlier.' })
  @DeprecatedInGraphql(secondSpelling('issuingDate: {lte: …}'))
  issuingDateTo?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Every code must belong to an existing billing entity.',
  })
  billingEntityCodes?: string[] | null;
}
