import type { ChangeOf } from '../../platform/changes/changes.js';

/** The customers that a change of dunning affects: of a campaign, of a billing entity without campaigns of their own, or one. */
export type DunnedBy =
  { readonly campaignId: string } | { readonly billingEntityId: string } | { readonly customerId: string };

/** A campaign or its assignment changed, so that attempts may be due for these customers. */
export type DunningTermsChange = ChangeOf<'dunning.terms_changed', { of: DunnedBy }>;
