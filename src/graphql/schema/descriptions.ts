// Descriptions that follow from a rule. Everything else is described where it is declared, and scripts/descriptions.ts asks for the rest.
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';

/** Adds the descriptions that follow from a rule to what has none of its own. */
export function completeDescriptions(schema: GraphQLSchema): void {
  const types = Object.values(schema.getTypeMap());
  describe(
    schema.getQueryType() ?? undefined,
    'Read operations. A field that fails is null, and `errors` says why.',
  );
  describe(
    schema.getMutationType() ?? undefined,
    'Write operations. The mutations of one operation run in order and in one transaction: if one fails, none has an effect.',
  );
  describe(
    schema.getSubscriptionType() ?? undefined,
    'Live updates over WebSocket (graphql-transport-ws) at the same path. An operation selects one field.',
  );
  for (const type of types) {
    if (isObjectType(type) && type.name.endsWith('Connection')) describeConnection(type);
    if (isInputObjectType(type) && type.name.endsWith('Order')) describeOrder(type);
    if (isEnumType(type)) describeCodes(type);
  }
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const mutation of mutations) describeMutation(mutation);
  for (const [payload, answering] of Map.groupBy(mutations, ({ type }) => getNamedType(type)))
    describePayload(payload, answering);
  for (const type of types) if (isObjectType(type) || isInterfaceType(type)) describeRecord(type);
  for (const type of types) if (isInputObjectType(type)) describeInput(type, schema);
}

type Described = Pick<
  GraphQLNamedType | GraphQLField<unknown, unknown> | GraphQLArgument,
  'description' | 'extensions'
>;

/** Describes what has no description of its own. The note of a field follows, so that a default never hides the meaning. */
function describe(described: Described | undefined, description: string | null | undefined): void {
  if (described === undefined || typeof described.description === 'string') return;
  const { note } = described.extensions;
  described.description =
    typeof note === 'string' && typeof description === 'string' ? `${description} ${note}` : description;
}

function describeConnection(connection: GraphQLObjectType): void {
  const { nodes, edges, pageInfo, totalCount } = connection.getFields();
  const edge = edges === undefined ? null : getNamedType(edges.type);
  if (nodes === undefined || !(edge instanceof GraphQLObjectType)) return;
  const one = nounOf(getNamedType(nodes.type));
  describe(connection, `A page of a list of ${pluralOf(one)}.`);
  describe(nodes, `The ${pluralOf(one)} of the page.`);
  describe(edges, `The ${pluralOf(one)} of the page, each with its cursor.`);
  describe(pageInfo, 'Where the page is in the list.');
  describe(totalCount, 'Number of items of the whole list. It is counted only when it is selected.');
  describe(edge, `An item of a list of ${pluralOf(one)}.`);
  describe(
    edge.getFields()['cursor'],
    'The place of the item in the list, for the arguments `after` and `before`.',
  );
  describe(edge.getFields()['node'], `The ${one}.`);
}

function describeOrder(order: GraphQLInputObjectType): void {
  describe(order, 'The order of a list. Items with equal values are ordered by their ids.');
  describe(order.getFields()['field'], 'The field that the list is sorted by.');
  describe(order.getFields()['direction'], 'Whether the smallest or the largest value comes first.');
}

/** Words from the standard library for the values of enums of codes. */
const CODES: Readonly<Record<string, Intl.DisplayNames>> = {
  CountryCode: new Intl.DisplayNames('en', { type: 'region' }),
  CurrencyCode: new Intl.DisplayNames('en', { type: 'currency' }),
};

function describeCodes(type: GraphQLEnumType): void {
  const names = CODES[type.name];
  if (names !== undefined)
    for (const value of type.getValues()) value.description ??= `${names.of(value.name) ?? value.name}.`;
}

/** Verbs of mutations, with their participles, that say what happens to the record that the rest of the name means. */
const PARTICIPLES: Readonly<Record<string, string>> = {
  archive: 'archived',
  create: 'created',
  delete: 'deleted',
  download: 'downloaded',
  duplicate: 'duplicated',
  erase: 'erased',
  finalize: 'finalized',
  override: 'overridden',
  record: 'recorded',
  refresh: 'refreshed',
  regenerate: 'regenerated',
  resend: 'sent',
  retry: 'retried',
  revoke: 'revoked',
  rotate: 'rotated',
  terminate: 'terminated',
  update: 'updated',
  upsert: 'created or updated',
  void: 'voided',
};

/** What an input holds beside the id of its record, by the verb of the mutation. */
const BESIDE: Readonly<Record<string, string>> = { update: 'its new values', override: 'its new values' };

/** The verb and the noun in the name of a mutation, such as `updateTax`; null if its verb is another one. */
function verbAndNoun(mutation: string): { readonly verb: string; readonly noun: string } | null {
  const [, verb = '', record = ''] = /^(?:portal(?=[A-Z]))?([A-Za-z][a-z]*)([A-Z]\w*)$/.exec(mutation) ?? [];
  const known = verb.toLowerCase();
  return known in PARTICIPLES ? { verb: known, noun: wordsOf(record) } : null;
}

function describeMutation({ name, args }: GraphQLField<unknown, unknown>): void {
  const said = verbAndNoun(name);
  for (const argument of args) {
    if (said !== null) {
      const beside = BESIDE[said.verb];
      const verb = said.verb === 'upsert' ? 'create or update' : said.verb;
      describe(argument, `The ${said.noun} to ${verb}${beside === undefined ? '' : `, and ${beside}`}.`);
    }
    describe(getNamedType(argument.type), `The input of \`${name}\`.`);
  }
}

function describePayload(
  payload: GraphQLNamedType,
  [first, ...others]: readonly GraphQLField<unknown, unknown>[],
): void {
  if (!isObjectType(payload) || !/Payload(?:Type)?$/.test(payload.name) || first === undefined) return;
  describe(
    payload,
    `The result of \`${first.name}\`${others.length === 0 ? '' : ' and of other mutations'}.`,
  );
  const said = [first, ...others].map(({ name }) => verbAndNoun(name));
  for (const result of Object.values(payload.getFields())) {
    if (result.name === 'deletedId') describe(result, `Id of the deleted ${said[0]?.noun ?? 'record'}.`);
    else if (!isLeafType(getNamedType(result.type))) describe(result, resultOf(wordsOf(result.name), said));
  }
}

/** "The created or updated tax." Says no more than that it is the newest state where a record is answered by many mutations. */
function resultOf(noun: string, said: readonly ReturnType<typeof verbAndNoun>[]): string {
  const participles = said.map((mutation) => (mutation?.noun === noun ? PARTICIPLES[mutation.verb] : null));
  const [first, second, ...others] = [...new Set(participles)];
  if (typeof first !== 'string' || second === null || others.length > 0)
    return `The ${noun} as it is after the mutation.`;
  return `The ${second === undefined ? first : `${first} or ${second}`} ${noun}.`;
}

/** Members and arguments that mean the same wherever they occur; `$noun` stands for the kind of record. */
const COMMON_MEMBERS: Readonly<Record<string, string>> = {
  addOnCode: 'Code of the add-on.',
  addOnId: 'Id of the add-on.',
  addressLine1: 'First line of the address: street and number.',
  addressLine2: 'Second line of the address.',
  aggregationType: 'How events become units.',
  amountCents: 'The amount in minor units of the currency.',
  amountCurrency: 'Currency of the amounts.',
  appliedTaxes: 'The taxes that were applied, each with its amount.',
  billableMetric: 'The metric whose events are charged.',
  billableMetricCode: 'Code of the metric whose events are charged.',
  billableMetricId: 'Id of the metric whose events are charged.',
  charge: 'The charge that prices the usage.',
  chargeCode: 'Code of the charge.',
  chargeId: 'Id of the charge.',
  chargeModel: 'How units become an amount. It cannot be changed once the plan has subscriptions.',
  city: 'City of the address.',
  code: 'Code of the $noun: a short text that the organization chose.',
  country: 'Country of the address.',
  createdAt: 'When the $noun was created.',
  creditNoteId: 'Id of the credit note.',
  currency: 'Currency of the amounts.',
  customer: 'The customer that the $noun is for.',
  customerId: 'Id of the customer.',
  description: 'Description of the $noun, in the words of the organization.',
  displayInInvoice: 'Whether it is shown on invoices.',
  eventsCount: 'Number of events that were counted.',
  externalCustomerId: 'The id of the customer in the system of the organization.',
  externalId: 'The id of the $noun in the system of the organization.',
  externalSubscriptionId: 'The id of the subscription in the system of the organization.',
  feeId: 'Id of the fee.',
  filter: 'Conditions; the list has the items that meet all of them.',
  fixedChargeId: 'Id of the fixed charge.',
  groupedBy: 'The former name of `pricingGroupKeys`.',
  id: 'Identifies the $noun: a UUID that the server made.',
  invoiceDisplayName: 'The name that invoices show; null: they show the name of the record itself.',
  invoiceId: 'Id of the invoice.',
  invoiceNumber: 'Number of the invoice, as customers see it.',
  issuingDate: 'The date on the document, in the time zone of the customer.',
  itemId: 'Id of the record that the $noun names.',
  metadata: 'Keys and values of the organization, which have no effect on billing.',
  name: 'Name of the $noun.',
  organizationId: 'Id of the organization.',
  plan: 'The plan that the $noun is for.',
  planCode: 'Code of the plan.',
  planId: 'Id of the plan.',
  pricingUnitCode: 'Code of the pricing unit.',
  pricingUnitId: 'Id of the pricing unit.',
  projectedAmountCents:
    'The amount that the whole period would come to if usage went on as it has since the start of the period, in minor units.',
  projectedUnits: 'The units of the whole period if usage went on as it has since the start of the period.',
  properties: 'The prices. Their members depend on the charge model.',
  purchaseOrderNumber: 'Number of an order of the customer, shown on invoices.',
  reason: 'Why the $noun was made.',
  refundedAt: 'When the money was refunded; null if it was not.',
  shippingAddress: 'Where goods are delivered; null if it is not known. Taxes may depend on it.',
  shortName: 'Short name of the pricing unit, shown beside numbers: "CR".',
  skipInvoiceCustomSections: 'Whether invoices of the customer have no custom sections.',
  state: 'State or province of the address.',
  subscriptionId: 'Id of the subscription.',
  taxCode: 'Code of the tax.',
  taxDescription: 'Description of the tax when it was applied.',
  taxId: 'Id of the tax.',
  taxName: 'Name of the tax when it was applied.',
  taxesAmountCents: 'Sum of the taxes, in minor units of the currency.',
  totalAmountCents: 'Amount including taxes, in minor units of the currency.',
  transactionId: 'Identifies the event: unique within the subscription.',
  units: 'Number of units that are charged.',
  updatedAt: 'When the $noun was last changed.',
  values: 'The values that events may have in this property.',
  zipcode: 'Postal code of the address.',
};

/** Describes members that every record has, and those that an interface declares for it. */
function describeRecord(type: GraphQLObjectType | GraphQLInterfaceType): void {
  for (const member of Object.values(type.getFields())) {
    for (const declaring of type.getInterfaces())
      describe(member, declaring.getFields()[member.name]?.description);
    describe(member, commonDescription(member.name, type));
    for (const argument of member.args)
      describe(argument, commonDescription(argument.name, getNamedType(member.type)));
  }
}

/** The name of the type in the name of an input, in its first group. */
const INPUT_OF =
  /^(?:Create|Update|Upsert|Previewed|Override)?(?:Plan(?=Charge|FixedCharge))?(.*?)(?:Overrides?)?(?:Input|Filter)$/;

/** Types with another name than the inputs that set them. */
const SET_BY: Readonly<Record<string, string>> = {
  Subscription: 'PlanSubscription',
  SubscriptionCharge: 'Charge',
  SubscriptionChargeFilter: 'ChargeFilter',
  SubscriptionFixedCharge: 'FixedCharge',
};

/** Describes members of an input as the member that they set: `CreatePlanInput.name` as `Plan.name`. */
function describeInput(input: GraphQLInputObjectType, schema: GraphQLSchema): void {
  const [, name = ''] = INPUT_OF.exec(input.name) ?? [];
  const set = schema.getType(SET_BY[name] ?? name);
  const members = isObjectType(set) ? set.getFields() : {};
  for (const member of Object.values(input.getFields())) {
    if (input.name.endsWith('Filter')) describe(member, conditionOf(member));
    if (member.name === 'id') describe(member, `Id of the ${nounOf(set ?? input)}.`);
    describe(member, members[member.name]?.description);
    describe(member, commonDescription(member.name, set ?? input));
  }
}

function conditionOf({ type }: GraphQLInputField): string {
  if (isListType(getNullableType(type))) return 'Only items that have one of these values.';
  return getNamedType(type).name === 'Boolean'
    ? 'Whether to list only items that have this property (true), or only the others (false).'
    : 'Only items that have this value.';
}

function commonDescription(member: string, record: GraphQLNamedType): string | undefined {
  // Customers and subscriptions have external ids. What belongs to a subscription is found by that of the subscription.
  const noun = member === 'externalId' && record.name !== 'Customer' ? 'subscription' : nounOf(record);
  return COMMON_MEMBERS[member]?.replace('$noun', noun);
}

/** Names of types that are not the words for their records. */
const NOUNS: Readonly<Record<string, string>> = {
  ActivityLog: 'log entry',
  AddOn: 'add-on',
  AdjustedFee: 'adjusted fee',
  ApiKey: 'API key',
  ApiLog: 'API log',
  AppliedInvoiceCustomSection: 'applied custom section',
  CreditNoteAppliedTax: 'applied tax',
  CurrentUser: 'user',
  CustomerMetadata: 'entry',
  CustomerUsage: 'billed period',
  FailingWork: 'piece of failing work',
  FeeAppliedTax: 'applied tax',
  Invite: 'invitation',
  InvoiceAppliedTax: 'applied tax',
  InvoiceCredit: 'credit',
  InvoiceCustomSection: 'custom section',
  InvoiceLine: 'fee',
  InvoiceMetadata: 'entry',
  InvoiceSection: 'custom section',
  NewAlert: 'alert',
  OneOffFee: 'one-off fee',
  OneOffInvoice: 'one-off invoice',
  OrganizationSettings: 'organization',
  PaymentOfRequest: 'payment',
  PlanPrivilege: 'privilege',
  PlanSubscription: 'subscription',
  SecurityLog: 'log entry',
  SubscriptionCharge: 'charge',
  SubscriptionChargeFilter: 'charge filter',
  SubscriptionFixedCharge: 'fixed charge',
  SubscriptionPrivilege: 'privilege',
  UserMembership: 'membership',
  WalletRecurringRule: 'recurring rule',
};

/** What the name of an input says beside the name of the record that it is for, as in `ResendInvoiceEmailInput`. */
const VERBS =
  /^(?:Advance|ApplyTaxesTo|Archive|Cancel|Create|Delete|Download|Generate|Lose|Merge|RemoveTaxesFrom|Resend|Retry|Revoke|Rotate|SetDefault|Set|Terminate|Update|Upsert|Void)(?=[A-Z])/;
const OBJECTS = /(?:Advance|Dispute|Email|Metadata|PortalUrl)?Input$/;

function nounOf({ name }: GraphQLNamedType): string {
  const own = name
    .replace(/^Portal(?=[A-Z])/, '')
    .replace(VERBS, '')
    .replace(OBJECTS, '')
    .replace(/Connection$/, '');
  return wordsOf(own);
}

/** @param name of a type or a member: `CreditNote` and `creditNote` are a credit note. */
function wordsOf(name: string): string {
  const capitalized = name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return NOUNS[capitalized] ?? (capitalized.match(/[A-Z][a-z]*/g) ?? []).join(' ').toLowerCase();
}

function pluralOf(noun: string): string {
  if (noun.startsWith('piece of ')) return noun.replace('piece', 'pieces');
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return noun.endsWith('x') ? `${noun}es` : `${noun}s`;
}
