import type { PostalAddress } from '../../customers/records/customer.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { DocumentFacts, RecipientFacts } from '../facts/document-facts.js';
import { issuerDetails, type IssuerDetails } from '../facts/issuer-details.js';
import type { Language } from '../wording/languages.js';
import type { Party } from './document-content.js';

/** Where the postal code follows the city. Elsewhere it precedes it. */
const CODE_AFTER_CITY: ReadonlySet<string> = new Set([
  ...['AU', 'BD', 'CA', 'EG', 'GB', 'HK', 'ID', 'IE', 'IN', 'KE'],
  ...['NG', 'NZ', 'PK', 'SA', 'SG', 'TH', 'US', 'ZA'],
]);

/** Where letters are written on paper of the size "letter". */
const LETTER_PAPER: ReadonlySet<string> = new Set([
  'CA',
  'CL',
  'CO',
  'CR',
  'MX',
  'PA',
  'PH',
  'PR',
  'US',
  'VE',
]);

export function paperOf({ address: { country } }: IssuerDetails): 'A4' | 'LETTER' {
  return LETTER_PAPER.has(country ?? '') ? 'LETTER' : 'A4';
}

/** What tells the language of Han characters: the locale of a document and the countries of its parties. */
export function placesOf({ locale, issuer, recipient }: DocumentFacts): string[] {
  return [locale, ...present(recipient.address.country), ...present(issuer.address.country)];
}

interface PartiesFacts {
  readonly issuer: IssuerDetails;
  readonly recipient: RecipientFacts;
  /** The customer is a partner, on whose behalf the entity issues the document to itself. */
  readonly selfBilled: boolean;
}

/** Who issues the document, whom it is for, and where it is shipped. Source: documents-and-emails.md §2. */
export function partiesOf({ issuer, recipient, selfBilled }: PartiesFacts, language: Language): Party[] {
  const { wording } = language;
  const [from, to] = selfBilled ? [recipient, issuer] : [issuer, recipient];
  const shipping = recipient.shippingAddress;
  return [
    { label: wording.from, name: from.name, lines: linesOf(from, language) },
    { label: wording.billTo, name: to.name, lines: linesOf(to, language) },
    ...(shipping === null
      ? []
      : [{ label: wording.shipTo, name: recipient.name, lines: addressLines(shipping, language) }]),
  ];
}

/** Who sends an e-mail by law, and the entity's own footer. */
export function legalLinesOf(entity: BillingEntity, language: Language): string[] {
  const issuer = issuerDetails(entity, null);
  return [issuer.name, ...linesOf(issuer, language), ...(issuer.footer ?? '').split('\n').flatMap(present)];
}

function linesOf(party: IssuerDetails | RecipientFacts, language: Language): string[] {
  const { wording } = language;
  const { email, legalNumber, taxIdentificationNumber } = party;
  return [
    ...addressLines(party.address, language),
    ...present(email),
    ...present(legalNumber).map((number) => `${wording.legalNumber}: ${number}`),
    ...present(taxIdentificationNumber).map((number) => `${wording.taxNumber}: ${number}`),
    ...('metadata' in party ? party.metadata.map(({ key, value }) => `${key}: ${value}`) : []),
  ];
}

function addressLines(address: PostalAddress, { tag }: Language): string[] {
  const { addressLine1, addressLine2, city, zipcode, state, country } = address;
  const place = CODE_AFTER_CITY.has(country ?? '')
    ? [joined(', ', city, state), zipcode]
    : [zipcode, joined(', ', city, state)];
  return [
    ...present(addressLine1),
    ...present(addressLine2),
    ...present(joined(' ', ...place)),
    ...present(country).map((code) => countryName(code, tag)),
  ];
}

function countryName(code: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
}

function joined(separator: string, ...parts: (string | null | undefined)[]): string {
  return parts.flatMap(present).join(separator);
}

/** The text as the only element; none if it is missing or empty. */
function present(text: string | null | undefined): string[] {
  return text === null || text === undefined || text === '' ? [] : [text];
}
