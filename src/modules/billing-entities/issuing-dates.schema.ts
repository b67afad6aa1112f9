import { registerEnumType } from 'type-graphql';
import { ISSUING_DATE_ADJUSTMENTS, ISSUING_DATE_ANCHORS } from '../../core/invoice-dates.js';
import { enumOf } from '../../platform/api/enums.js';

export const IssuingDateAnchor = enumOf(ISSUING_DATE_ANCHORS);
registerEnumType(IssuingDateAnchor, {
  name: 'IssuingDateAnchor',
  description: 'The day from which the issuing date of periodic invoices is computed.',
  valuesConfig: {
    current_period_end: { description: 'The last day of the billed period.' },
    next_period_start: { description: 'The day after the billed period.' },
  },
});

export const IssuingDateAdjustment = enumOf(ISSUING_DATE_ADJUSTMENTS);
registerEnumType(IssuingDateAdjustment, {
  name: 'IssuingDateAdjustment',
  description: 'Whether the issuing date moves when the invoice is finalized after its grace period.',
  valuesConfig: {
    align_with_finalization_date: { description: 'The issuing date becomes the day of finalization.' },
    keep_anchor: { description: 'The issuing date stays.' },
  },
});
