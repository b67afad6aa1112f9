import { hasVisibleText } from '../../../core/visible-text.js';
import type { BillingEntity } from './billing-entity.table.js';

/** The name under which a billing entity issues documents: its legal name, else its name. Source: documents-and-emails.md §2. */
export function issuerName({ name, legalName }: Pick<BillingEntity, 'legalName' | 'name'>): string {
  return legalName !== null && hasVisibleText(legalName) ? legalName : name;
}
