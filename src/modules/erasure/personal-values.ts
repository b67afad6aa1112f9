import type { Customer, CustomerMetadata } from '../customers/records/customer.table.js';

/** The members of a customer's representation that identify a person, beside its metadata. */
export const PERSONAL_MEMBERS = [
  'name',
  'firstname',
  'lastname',
  'legal_name',
  'legal_number',
  'tax_identification_number',
  'email',
  'phone',
  'url',
  'logo_url',
  'address_line1',
  'address_line2',
  'city',
  'zipcode',
  'state',
  'shipping_address',
  'identifiers',
  'buyer_reference',
  'metadata',
] as const;

/** What takes the place of a value. */
export const ERASED = 'erased';

/** Shorter values are replaced only where a member holds nothing else: as parts of other texts they say nothing. */
const LEAST_LENGTH = 4;
/**
 * So are values without any of these characters: a postal code or a word in lower case may be a part of an amount, a time or
 * the name of a member, and JSON would not be JSON without it.
 */
const UNLIKE_JSON = /[^a-z0-9_.,:+\- ]/;

export interface PersonalValues {
  /** Those that are replaced wherever they are, the longest first. */
  readonly anywhere: readonly string[];
  /** Those that are replaced as the whole value of a member. */
  readonly asMembers: readonly string[];
}

/** The texts that identify a customer: those of its row and metadata, and those of representations of it in the log. */
export function personalValuesOf(
  customer: Customer,
  metadata: readonly CustomerMetadata[],
  representations: readonly unknown[],
): PersonalValues {
  const { name, firstname, lastname, legalName, legalNumber, taxIdentificationNumber, email, phone } =
    customer;
  const { url, logoUrl, addressLine1, addressLine2, city, zipcode, state, shippingAddress } = customer;
  const { identifiers, buyerReference } = customer;
  const texts = [
    ...[
      name,
      firstname,
      lastname,
      legalName,
      legalNumber,
      taxIdentificationNumber,
      email,
      phone,
      url,
      logoUrl,
      buyerReference,
    ],
    ...identifiers.map(({ value }) => value),
    ...[addressLine1, addressLine2, city, zipcode, state, ...allTexts(shippingAddress)],
    ...metadata.map(({ value }) => value),
    ...representations.flatMap((shown) => textsIn(shown)),
  ].flatMap((text) => (typeof text === 'string' && text.trim() !== '' && text !== ERASED ? [text] : []));
  const distinct = [...new Set(texts)].toSorted((one, other) => other.length - one.length);
  return {
    anywhere: distinct.filter(isReplacedAnywhere),
    asMembers: distinct.filter((text) => !isReplacedAnywhere(text)),
  };
}

function isReplacedAnywhere(text: string): boolean {
  return text.length >= LEAST_LENGTH && UNLIKE_JSON.test(text);
}

/** The texts of the personal members of a representation, or of its changes. */
function textsIn(shown: unknown): string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  const members = shown as Readonly<Record<string, unknown>>;
  return PERSONAL_MEMBERS.flatMap((member) =>
    member === 'metadata' ? valuesIn(members[member]) : allTexts(members[member]),
  );
}

/** The values of metadata; their keys are the organization's. */
function valuesIn(metadata: unknown): string[] {
  if (Array.isArray(metadata)) return metadata.flatMap((entry: unknown) => valuesIn(entry));
  if (typeof metadata !== 'object' || metadata === null) return [];
  return allTexts((metadata as { readonly value?: unknown }).value);
}

function allTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(allTexts);
}
