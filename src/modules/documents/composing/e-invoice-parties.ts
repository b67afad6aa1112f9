import type { PartyMember } from '../../../core/e-invoicing/completeness.js';
import {
  missingMembers,
  type MissingMembers,
  problemsOf,
} from '../../../core/e-invoicing/missing-members.js';
import type {
  CreditNoteFacts,
  DocumentFacts,
  DocumentParties,
  InvoiceFacts,
} from '../facts/document-facts.js';
import { eInvoiceOf } from './e-invoices.js';

/** A document as its files are made. */
export interface PreparedDocument {
  readonly facts: DocumentFacts;
  /** What keeps its e-invoice from being made; null of a document without e-invoice. */
  readonly problems: readonly string[] | null;
}

/**
 * A document with its parties as they were when it became final, and only what they lacked then as it is now.
 * @param kept the parties as they were; null for a document from before they were kept.
 * Source: documents-and-emails.md §3.
 */
export function prepared(facts: DocumentFacts, kept: DocumentParties | null): PreparedDocument {
  if (facts.documentType === 'payment_receipt') return { facts, problems: null };
  let document = kept === null ? facts : withParties(facts, kept);
  let missing = missingIn(document);
  // What is filled can ask for more: a country has rules of its own.
  for (;;) {
    if (missing === null) return { facts: document, problems: null };
    if (problemsOf(missing).length === 0) return { facts: document, problems: [] };
    const filled = withParties(document, {
      locale: document.locale,
      issuer: filledParty(document.issuer, facts.issuer, missing.issuer),
      recipient: filledParty(document.recipient, facts.recipient, missing.customer),
    });
    const left = missingIn(filled);
    if (left === null || isSame(left, missing)) return { facts: document, problems: problemsOf(missing) };
    document = filled;
    missing = left;
  }
}

/** The document without e-invoice, not even within its PDF. */
export function withoutEInvoice(facts: DocumentFacts): DocumentFacts {
  return { ...facts, issuer: { ...facts.issuer, einvoicing: false } };
}

type BillingFacts = CreditNoteFacts | InvoiceFacts;

function withParties(facts: BillingFacts, { locale, issuer, recipient }: DocumentParties): BillingFacts {
  return { ...facts, locale, recipient, issuer: { ...issuer, logo: facts.issuer.logo } };
}

function missingIn(facts: BillingFacts): MissingMembers | null {
  const document = eInvoiceOf(facts);
  return document === null ? null : missingMembers(document);
}

function isSame(one: MissingMembers, other: MissingMembers): boolean {
  return problemsOf(one).join() === problemsOf(other).join();
}

type FilledParty = Pick<
  DocumentParties['recipient'],
  'address' | 'email' | 'identifiers' | 'legalNumber' | 'phone' | 'taxIdentificationNumber'
>;

/** A party with what it lacked. Numbers and addresses that can stand for each other are filled together. */
function filledParty<Party extends FilledParty>(
  kept: Party,
  now: FilledParty,
  missing: readonly PartyMember[],
): Party {
  const lacks = (...members: PartyMember[]) => members.some((member) => missing.includes(member));
  const text = (before: string | null, later: string | null) =>
    before === null || before.trim() === '' ? later : before;
  const address = { ...kept.address };
  for (const member of ['addressLine1', 'city', 'zipcode', 'country'] as const)
    if (lacks(member)) address[member] = now.address[member] ?? null;
  // A number that is given and still missing is none that the standard takes.
  const taxNumber = lacks('taxIdentificationNumber')
    ? now.taxIdentificationNumber
    : kept.taxIdentificationNumber;
  const legalNumber = lacks('legalNumber') ? now.legalNumber : kept.legalNumber;
  const known = new Set(kept.identifiers.map(({ scheme }) => scheme));
  const added = lacks('identifiers', 'legalNumber', 'taxIdentificationNumber')
    ? now.identifiers.filter(({ scheme }) => !known.has(scheme))
    : [];
  return {
    ...kept,
    address,
    email: lacks('email', 'identifiers') ? text(kept.email, now.email) : kept.email,
    phone: lacks('phone') ? text(kept.phone, now.phone) : kept.phone,
    taxIdentificationNumber: lacks('identifiers') ? text(taxNumber, now.taxIdentificationNumber) : taxNumber,
    legalNumber: lacks('taxIdentificationNumber') ? text(legalNumber, now.legalNumber) : legalNumber,
    identifiers: [...kept.identifiers, ...added],
  };
}
