import { ISSUING_DATE_ADJUSTMENTS, ISSUING_DATE_ANCHORS } from '../../../core/invoicing/invoice-dates.js';
import { enumOf } from '../../../platform/api/members/enums.js';

export const IssuingDateAnchor = enumOf(
  ISSUING_DATE_ANCHORS,
  'IssuingDateAnchor',
  'The day from which the issuing date of periodic invoices is computed.',
  {
    current_period_end: 'The last day of the billed period.',
    next_period_start: 'The day after the billed period.',
  },
);

export const IssuingDateAdjustment = enumOf(
  ISSUING_DATE_ADJUSTMENTS,
  'IssuingDateAdjustment',
  'Whether the issuing date moves when the invoice is finalized after its grace period.',
  {
    align_with_finalization_date: 'The issuing date becomes the day of finalization.',
    keep_anchor: 'The issuing date stays.',
  },
);
