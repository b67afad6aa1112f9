import { isUuid } from '../../../platform/db/tables/ids.js';

/** The words of a reference, with the member of metadata that holds the id after each. Source: integrations.md §15. */
const WORDS = {
  pay: 'svc_payment_id',
  hld: 'svc_payment_hold_id',
  inv: 'svc_invoice_id',
  req: 'svc_payment_request_id',
  lnk: 'svc_payment_link_id',
  reg: 'svc_customer_id',
  ref: 'svc_refund_id',
} as const;
type Word = keyof typeof WORDS;

/** A word of a reference and the id that follows it. */
export type ReferencePart = readonly [word: Word, id: string];

const ID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;
const SEPARATOR = '_';

/**
 * Names records of ours in a text of at most 80 characters, such as `inv_<invoice>_lnk_<link>`. Adyen signs it in its messages, unlike
 * metadata.
 */
export function referenceTo(...parts: readonly ReferencePart[]): string {
  return parts.map(([word, id]) => [word, id.replaceAll('-', '')].join(SEPARATOR)).join(SEPARATOR);
}

/** The document of a payment or a page, as a part of its reference. */
export function documentPart(metadata: Readonly<Record<string, string>>): ReferencePart {
  const { svc_invoice_id: invoice, svc_payment_request_id: request = '' } = metadata;
  return invoice === undefined ? ['req', request] : ['inv', invoice];
}

/** The ids that a reference names, by members of metadata; none if it is not one of ours. */
export function metadataIn(reference: string): Readonly<Record<string, string>> {
  const parts = reference.split(SEPARATOR);
  const metadata: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 2) {
    const member = memberOf(parts[index] ?? '');
    const id = (parts[index + 1] ?? '').replace(ID, '$1-$2-$3-$4-$5');
    if (member === null || !isUuid(id)) return {};
    metadata[member] = id;
  }
  return metadata;
}

function memberOf(word: string): string | null {
  return Object.entries(WORDS).find(([known]) => known === word)?.[1] ?? null;
}
