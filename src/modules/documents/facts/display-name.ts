import { hasVisibleText } from '../../../core/visible-text.js';
import type { Customer } from '../../customers/records/customer.table.js';

/** The legal name, else the name, else first and last name. Source: documents-and-emails.md §2. */
export function displayNameOf({
  legalName,
  name,
  firstname,
  lastname,
  externalId,
}: Pick<Customer, 'externalId' | 'firstname' | 'lastname' | 'legalName' | 'name'>): string {
  const person = [firstname, lastname].filter((part) => part !== null && part !== '').join(' ');
  return [legalName, name, person].find((text) => text !== null && hasVisibleText(text)) ?? externalId;
}
