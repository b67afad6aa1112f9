import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { EstimatesNeeds } from './estimates.needs.js';
import { FeeEstimateResolver } from './fee-estimate.resolver.js';
import { FeeEstimates } from './fee-estimates.js';
import { InvoicePreviewResolver } from './invoice-preview.resolver.js';
import { InvoicePreviews } from './invoice-previews.js';
import { OngoingBalanceResolver } from './ongoing-balance.resolver.js';
import { OngoingBalances } from './ongoing-balances.js';
import { RegenerationPreviewResolver } from './regeneration-preview.resolver.js';
import { RegenerationPreviews } from './regeneration-previews.js';

/** Invoice previews, fee estimates, and what usage will take of wallets. */
export const estimatesCapability = capability({
  services: (lower: EstimatesNeeds) => ({
    feeEstimates: new FeeEstimates(lower),
    invoicePreviews: new InvoicePreviews(lower),
    regenerationPreviews: new RegenerationPreviews(lower),
    ongoingBalances: new OngoingBalances(lower),
  }),
  resolvers: ({ invoicePreviews, regenerationPreviews, feeEstimates, ongoingBalances, walletRelations }) => [
    new InvoicePreviewResolver(invoicePreviews),
    new RegenerationPreviewResolver(regenerationPreviews),
    new FeeEstimateResolver(feeEstimates),
    new OngoingBalanceResolver(ongoingBalances, walletRelations),
  ],
});

export type EstimatesServices = ServicesOf<typeof estimatesCapability>;
