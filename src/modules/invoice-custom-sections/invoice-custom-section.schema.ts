import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import type {
  CreateInvoiceCustomSection,
  SentSectionChoice,
  UpdateInvoiceCustomSection,
} from './invoice-custom-section.input.js';
import { invoiceCustomSectionOrders } from './invoice-custom-section.list.js';

const DESCRIPTION = 'A note for the organization; invoices do not show it.';
const DETAILS = 'The text that invoices show.';
const DISPLAY_NAME = 'The heading that invoices show. Default: the name.';

@ObjectType('InvoiceCustomSection', { description: 'A text that invoices show below their sums.' })
@TypicalItems(2)
export class InvoiceCustomSectionType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Set by the caller. Unique among sections that are not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true, description: DESCRIPTION })
  description!: string | null;

  @Field(() => String, { nullable: true, description: DETAILS })
  details!: string | null;

  @Field(() => String, { nullable: true, description: DISPLAY_NAME })
  displayName!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@ObjectType('AppliedInvoiceCustomSection', {
  description: 'A custom section that a subscription or a wallet has selected for its invoices.',
})
@TypicalItems(2)
export class AppliedInvoiceCustomSectionType {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => InvoiceCustomSectionType, { description: 'The selected section, as it is now.' })
  invoiceCustomSection!: InvoiceCustomSectionType;
}

@InputType({ description: 'A new custom section of invoices.' })
export class CreateInvoiceCustomSectionInput implements CreateInvoiceCustomSection {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true, description: DESCRIPTION })
  description?: string | null;

  @Field(() => String, { nullable: true, description: DETAILS })
  details?: string | null;

  @Field(() => String, { nullable: true, description: DISPLAY_NAME })
  displayName?: string | null;
}

@InputType({
  description:
    'Changes of a custom section. Omitted fields keep their value. Final invoices keep their texts.',
})
export class UpdateInvoiceCustomSectionInput implements UpdateInvoiceCustomSection {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true, description: DESCRIPTION })
  description?: string | null;

  @Field(() => String, { nullable: true, description: DETAILS })
  details?: string | null;

  @Field(() => String, { nullable: true, description: DISPLAY_NAME })
  displayName?: string | null;
}

@InputType()
export class DeleteInvoiceCustomSectionInput {
  @Field(() => ID)
  id!: string;
}

@InputType('InvoiceCustomSectionInput', {
  description:
    'The custom sections that invoices show. Without any, they show those of the customer, or else of the billing entity.',
})
export class SectionChoiceInput implements SentSectionChoice {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether invoices show no custom sections; codes are ignored then.',
  })
  skipInvoiceCustomSections?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Codes of custom sections; at most 20. Replaces the whole list.',
  })
  invoiceCustomSectionCodes?: string[] | null;
}

@ObjectType()
export class InvoiceCustomSectionPayload {
  @Field(() => InvoiceCustomSectionType)
  invoiceCustomSection!: InvoiceCustomSectionType;
}

@ObjectType()
export class DeleteInvoiceCustomSectionPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => InvoiceCustomSectionType, { description: 'The deleted section.' })
  invoiceCustomSection!: InvoiceCustomSectionType;
}

export const InvoiceCustomSectionConnection = connectionOf(InvoiceCustomSectionType, 'InvoiceCustomSection');

export const InvoiceCustomSectionPageArgs = pageArgsOf('InvoiceCustomSection', invoiceCustomSectionOrders, {
  search: 'Matches part of the name or code.',
});
