import type { SentMetadataEntry } from '../../../platform/metadata/metadata-entries.js';

export interface SentCustomerMetadata extends SentMetadataEntry {
  readonly displayInInvoice?: boolean | null;
}
