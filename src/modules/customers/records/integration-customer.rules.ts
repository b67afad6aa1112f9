import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { checkSent, limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import {
  type IntegrationTypeRules,
  rulesOfType,
  rulesOfWord,
  TARGETED_OBJECTS,
} from '../../integrations/types/integration-types.js';
import type { Customer } from './customer.table.js';
import type { SentIntegrationCustomer } from './integration-customer.input.js';
import type { IntegrationCustomer } from './integration-customer.table.js';

/** Most links that one request sends. Source: integrations.md §4. */
const MOST_LINKS = 10;

const LIST = 'integrationCustomers';

type TargetedObject = (typeof TARGETED_OBJECTS)[number];

/** Validates links as they were sent, without the connections that they name. Source: integrations.md §4. */
export function validateLinks(errors: FieldErrors, sent: readonly SentIntegrationCustomer[]): void {
  if (sent.length > MOST_LINKS) errors.add(LIST, 'invalid_count');
  for (const [index, link] of sent.entries()) validateLink(errors, `${LIST}.${index}`, link);
  const types = sent.flatMap(({ integrationType }) => integrationType ?? []);
  if (new Set(types).size < types.length) errors.add(LIST, 'invalid_count_per_integration_type');
  if (types.filter((type) => rulesOfWord(type)?.category === 'tax').length > 1)
    errors.add(LIST, 'tax_integration_exists');
}

function validateLink(errors: FieldErrors, at: string, link: SentIntegrationCustomer): void {
  const { integrationType = null, integrationCode = null, subsidiaryId, targetedObject } = link;
  requireText(errors, `${at}.integrationType`, integrationType);
  requireText(errors, `${at}.integrationCode`, integrationCode);
  limitText(errors, `${at}.externalCustomerId`, link.externalCustomerId);
  limitText(errors, `${at}.subsidiaryId`, subsidiaryId);
  const rules = rulesOfWord(integrationType ?? '');
  if (rules === null) return;
  if (rules.hasTargetedObjects === true)
    checkSent(errors, `${at}.targetedObject`, targetedObject, isTargetedObject, 'value_is_invalid');
  else if (isFilled(targetedObject)) errors.addIneffective(`${at}.targetedObject`);
  if (rules.hasSubsidiaries !== true && isFilled(subsidiaryId)) errors.addIneffective(`${at}.subsidiaryId`);
}

/** The links to tax systems, and to what is none: only taxes are previewed. Source: integrations.md §4. */
export function taxLinksAmong(sent: readonly SentIntegrationCustomer[]): SentIntegrationCustomer[] {
  return sent.filter(({ integrationType }) => {
    const category = rulesOfWord(integrationType ?? '')?.category;
    return category === undefined || category === 'tax';
  });
}

/** The members of a link that follow from a request. */
type LinkMembers = Pick<
  IntegrationCustomer,
  'externalCustomerId' | 'syncWithProvider' | 'subsidiaryId' | 'targetedObject'
>;

/** What a link depends on beside its request. */
export interface LinkFacts {
  readonly integration: Pick<Integration, 'integrationType' | 'settings'>;
  readonly customer: Pick<Customer, 'externalId' | 'customerType'>;
  /** The link as it was; null for a new one. */
  readonly former: LinkMembers | null;
}

/**
 * The link after a request; null if there is none, since the system neither knows the customer nor shall create it. At tax
 * providers and recorded systems nothing is created: their links have the customer's external id, unless another one is sent.
 * Source: integrations.md §4.
 */
export function linkAfter(
  sent: SentIntegrationCustomer,
  { integration, customer, former }: LinkFacts,
): LinkMembers | null {
  const rules = rulesOfType(integration.integrationType);
  const linksAtOnce = rules.category === 'tax' || rules.isRecorded === true;
  const externalCustomerId =
    textOrNull(sent.externalCustomerId) ??
    former?.externalCustomerId ??
    (linksAtOnce ? customer.externalId : null);
  const syncWithProvider = sent.syncWithProvider ?? former?.syncWithProvider ?? false;
  if (externalCustomerId === null && !syncWithProvider) return null;
  return {
    externalCustomerId,
    syncWithProvider,
    subsidiaryId: subsidiaryAfter(rules, sent, former),
    targetedObject: targetedObjectAfter(rules, sent, { integration, customer, former }),
  };
}

function subsidiaryAfter(
  { hasSubsidiaries }: IntegrationTypeRules,
  { subsidiaryId }: SentIntegrationCustomer,
  former: LinkMembers | null,
): string | null {
  if (hasSubsidiaries !== true) return null;
  return subsidiaryId === undefined ? (former?.subsidiaryId ?? null) : textOrNull(subsidiaryId);
}

/** What the customer is at a CRM, which does not change once it is known there. */
function targetedObjectAfter(
  { hasTargetedObjects }: IntegrationTypeRules,
  { targetedObject }: SentIntegrationCustomer,
  { integration, customer, former }: LinkFacts,
): TargetedObject | null {
  if (hasTargetedObjects !== true) return null;
  if (former !== null && former.externalCustomerId !== null) return former.targetedObject;
  if (isFilled(targetedObject) && isTargetedObject(targetedObject)) return targetedObject;
  const { customerType } = customer;
  if (customerType !== null) return customerType === 'individual' ? 'contacts' : 'companies';
  const { defaultTargetedObject } = integration.settings;
  return former?.targetedObject ?? (defaultTargetedObject === 'contacts' ? 'contacts' : 'companies');
}

/** True if a request names another target object than that by which the system knows the customer. */
export function changesTargetedObject(sent: SentIntegrationCustomer, former: LinkMembers | null): boolean {
  const { targetedObject } = sent;
  if (former === null || former.externalCustomerId === null) return false;
  return isFilled(targetedObject) && targetedObject !== former.targetedObject;
}

function isTargetedObject(word: string): word is TargetedObject {
  return (TARGETED_OBJECTS as readonly string[]).includes(word);
}

function isFilled(text: string | null | undefined): text is string {
  return textOrNull(text) !== null;
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
