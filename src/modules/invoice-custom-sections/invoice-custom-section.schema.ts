import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { Flag, Id, Instant, Of, Text, Texts } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
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
  @Id() id!: string;
  @Text({ note: 'Unique among sections that are not deleted.' }) code!: string;
  @Text() name!: string;
  @Text.orNull(DESCRIPTION) description!: string | null;
  @Text.orNull(DETAILS) details!: string | null;
  @Text.orNull(DISPLAY_NAME) displayName!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@ObjectType('AppliedInvoiceCustomSection', {
  description: 'A custom section that a subscription or a wallet has selected for its invoices.',
})
@TypicalItems(2)
export class AppliedInvoiceCustomSectionType {
  @Id() id!: string;
  @Instant() createdAt!: Date;
  @Of(() => InvoiceCustomSectionType, 'The selected section, as it is now.')
  invoiceCustomSection!: InvoiceCustomSectionType;
}

@InputType({ description: 'A new custom section of invoices.' })
export class CreateInvoiceCustomSectionInput implements CreateInvoiceCustomSection {
  @Text() code!: string;
  @Text() name!: string;
  @Text.orNull(DESCRIPTION) description?: string | null;
  @Text.orNull(DETAILS) details?: string | null;
  @Text.orNull(DISPLAY_NAME) displayName?: string | null;
}

@InputType({
  description:
    'Changes of a custom section. Omitted fields keep their value. Final invoices keep their texts.',
})
export class UpdateInvoiceCustomSectionInput implements UpdateInvoiceCustomSection {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull(DESCRIPTION) description?: string | null;
  @Text.orNull(DETAILS) details?: string | null;
  @Text.orNull(DISPLAY_NAME) displayName?: string | null;
}

export const DeleteInvoiceCustomSectionInput = idInput('DeleteInvoiceCustomSectionInput');

@InputType('InvoiceCustomSectionInput', {
  description:
    'The custom sections that invoices show. Without any, they show those of the customer, or else of the billing entity.',
})
export class SectionChoiceInput implements SentSectionChoice {
  @Flag.orNull('Whether invoices show no custom sections; codes are ignored then.')
  skipInvoiceCustomSections?: boolean | null;
  @Texts.orNull('Codes of custom sections; at most 20. Replaces the whole list.')
  invoiceCustomSectionCodes?: string[] | null;
}

export const InvoiceCustomSectionPayload = payloadOf(
  'InvoiceCustomSectionPayload',
  'invoiceCustomSection',
  () => InvoiceCustomSectionType,
);
export const DeleteInvoiceCustomSectionPayload = deletedPayloadOf(
  'DeleteInvoiceCustomSectionPayload',
  'invoiceCustomSection',
  () => InvoiceCustomSectionType,
);

export const InvoiceCustomSectionConnection = connectionOf(InvoiceCustomSectionType, 'InvoiceCustomSection');

export const InvoiceCustomSectionPageArgs = pageArgsOf('InvoiceCustomSection', invoiceCustomSectionOrders, {
  search: 'Matches part of the name or code.',
});
