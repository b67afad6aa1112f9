import type { Customer } from './customer.table.js';

/**
 * The name of a customer at outside systems: the legal name, else the name, else the first and last name; null without any.
 * Source: integrations.md §7 "Parties".
 */
export function outsideName({
  legalName,
  name,
  firstname,
  lastname,
}: Pick<Customer, 'legalName' | 'name' | 'firstname' | 'lastname'>): string | null {
  const person = [firstname, lastname].filter(isFilled).join(' ');
  return [legalName, name, person].find(isFilled) ?? null;
}

function isFilled(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
