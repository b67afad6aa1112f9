import type {
  ParsedProperties,
  PropertyError,
  PropertyErrorCode,
  SentProperties,
} from './models/charge-model.js';

/** The event properties that split the usage of a charge or filter; members are absent when it is not split. */
export type GroupKeys = {
  /** Properties whose values split usage into groups, each priced and shown on its own. */
  readonly pricingGroupKeys?: readonly string[];
  /** Properties whose values split the units shown, without an effect on the price. */
  readonly presentationGroupKeys?: readonly PresentationGroupKey[];
};

export type PresentationGroupKey = {
  readonly value: string;
  readonly options: { readonly displayInInvoice: boolean | null };
};

const MAX_PRESENTATION_KEYS = 2;

/**
 * Reads the group keys from the properties of a charge; `groupedBy` is the older name of `pricingGroupKeys`.
 * Source: aggregations.md §12.
 */
export function parseGroupKeys(sent: SentProperties): ParsedProperties<GroupKeys> {
  const member = (sent['pricingGroupKeys'] ?? null) === null ? 'groupedBy' : 'pricingGroupKeys';
  const pricing = sent[member] ?? null;
  const presentation = sent['presentationGroupKeys'] ?? null;
  const errors: PropertyError[] = [];
  if (pricing !== null && !isListOf(isText, pricing)) errors.push({ code: 'invalid_type', member });
  if (presentation !== null)
    for (const code of presentationErrors(presentation))
      errors.push({ code, member: 'presentationGroupKeys' });
  if (errors.length > 0) return { errors };
  return {
    properties: {
      ...(isListOf(isText, pricing) && { pricingGroupKeys: pricing }),
      ...(isListOf(isPresentationKey, presentation) && {
        presentationGroupKeys: presentation.map(({ value, options }) => ({
          value,
          options: { displayInInvoice: options?.displayInInvoice ?? null },
        })),
      }),
    },
  };
}

function presentationErrors(sent: unknown): PropertyErrorCode[] {
  if (!isListOf(isPresentationKey, sent)) return ['invalid_type'];
  const isRepeated = new Set(sent.map(({ value }) => value)).size < sent.length;
  const codes: PropertyErrorCode[] = [];
  if (sent.length > MAX_PRESENTATION_KEYS) codes.push('too_many_keys');
  if (isRepeated) codes.push('value_is_duplicated');
  return codes;
}

function isListOf<T>(isItem: (value: unknown) => value is T, value: unknown): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

interface SentPresentationKey {
  readonly value: string;
  readonly options?: { readonly displayInInvoice?: boolean | null } | null;
}

function isPresentationKey(sent: unknown): sent is SentPresentationKey {
  if (typeof sent !== 'object' || sent === null || !('value' in sent) || !isText(sent.value)) return false;
  const options = 'options' in sent ? sent.options : null;
  if (options === undefined || options === null) return true;
  if (typeof options !== 'object') return false;
  const shown = 'displayInInvoice' in options ? options.displayInInvoice : null;
  return shown === undefined || shown === null || typeof shown === 'boolean';
}
