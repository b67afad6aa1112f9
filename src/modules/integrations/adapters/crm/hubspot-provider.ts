import { type Fields, isObject, textIn } from '../../../../platform/outgoing/received-fields.js';
import { listOf } from '../calls/answer-fields.js';
import type { CalledConnection, ExternalIds } from '../calls/called-connection.js';
import { IntegrationRefusal, invalidAnswer, type SystemError } from '../calls/integration-refusal.js';
import type {
  CrmCustomer,
  CrmCustomerPlace,
  CrmInvoice,
  CrmObject,
  CrmProvider,
  CrmSubscription,
  KnownCrmCustomer,
  KnownCrmObject,
} from './crm-provider.js';
import { type HubspotHttp, pathPart } from './hubspot-http.js';
import {
  CUSTOMER_KEY,
  type CustomObject,
  customerDefinitions,
  customerProperties,
  documentProperties,
  firstEmail,
  INVOICES,
  schemaOf,
  SUBSCRIPTIONS,
} from './hubspot-objects.js';

const OBJECTS = '/crm/v3/objects';
const SCHEMAS = '/crm-object-schemas/v3/schemas';

/** Categories of errors about something that exists already. */
const EXISTS: readonly (string | null)[] = ['CONFLICT', 'OBJECT_ALREADY_EXISTS'];

/** The types of the standard objects, as addresses of pages name them. */
const OBJECT_TYPES: Readonly<Record<CrmObject, string>> = { companies: '0-2', contacts: '0-1' };

/** Longest id of an object that is kept. */
const ID_LENGTH = 255;

/** HubSpot. Source: integrations.md §14. */
export class HubspotProvider implements CrmProvider {
  constructor(private readonly http: HubspotHttp) {}

  /** Also creates our properties, and the custom objects of the documents that are sent. */
  async check(connection: CalledConnection): Promise<ExternalIds> {
    const { portalId } = await this.http.ask(connection, '/account-info/v3/details');
    if (typeof portalId !== 'number' || !Number.isSafeInteger(portalId))
      throw invalidAnswer('The answer has no portalId.');
    for (const object of ['companies', 'contacts'] as const) await this.createProperties(connection, object);
    const { syncInvoices, syncSubscriptions } = connection.settings;
    const custom = [
      ...(syncInvoices === true ? [INVOICES] : []),
      ...(syncSubscriptions === true ? [SUBSCRIPTIONS] : []),
    ];
    return { portal: String(portalId), ...(await this.typeIdsOf(connection, custom)) };
  }

  async putCustomer(connection: CalledConnection, customer: CrmCustomer): Promise<KnownCrmCustomer> {
    const { object, knownId } = customer;
    const properties = customerProperties(customer);
    const result =
      knownId === null
        ? await this.createCustomer(connection, customer, properties)
        : await this.change(connection, object, knownId, properties);
    const externalId = knownId ?? idIn(result);
    const email = object === 'contacts' ? firstEmail(customer) : null;
    return { externalId, externalUrl: pageOf(connection, OBJECT_TYPES[object], externalId), email };
  }

  putInvoice(
    connection: CalledConnection,
    invoice: CrmInvoice,
    customer: CrmCustomerPlace,
  ): Promise<KnownCrmObject> {
    return this.putDocument(connection, INVOICES, documentProperties(INVOICES, invoice), customer);
  }

  putSubscription(
    connection: CalledConnection,
    subscription: CrmSubscription,
    customer: CrmCustomerPlace,
  ): Promise<KnownCrmObject> {
    const properties = documentProperties(SUBSCRIPTIONS, subscription);
    return this.putDocument(connection, SUBSCRIPTIONS, properties, customer);
  }

  private async createProperties(connection: CalledConnection, object: CrmObject): Promise<void> {
    const path = `/crm/v3/properties/${object}/batch/create`;
    try {
      await this.http.sendBatch(connection, path, customerDefinitions(object), isKnown);
    } catch (error) {
      if (!(error instanceof IntegrationRefusal) || error.status !== 409) throw error;
    }
  }

  /** Creates a customer; a contact whose e-mail address the account knows already becomes the customer. */
  private async createCustomer(
    connection: CalledConnection,
    customer: CrmCustomer,
    properties: Fields,
  ): Promise<Fields> {
    const { id, object } = customer;
    try {
      return await this.upsert(connection, object, { key: CUSTOMER_KEY, id, properties });
    } catch (error) {
      const email = object === 'contacts' ? firstEmail(customer) : null;
      if (email === null || !isEmailConflict(error, email)) throw error;
      const path = `${OBJECTS}/contacts/${pathPart(email)}?idProperty=email`;
      const knownId = idIn(await this.http.ask(connection, path));
      return this.change(connection, object, knownId, { ...properties, [CUSTOMER_KEY]: id });
    }
  }

  private async putDocument(
    connection: CalledConnection,
    custom: CustomObject<never>,
    properties: Fields,
    customer: CrmCustomerPlace,
  ): Promise<KnownCrmObject> {
    const type = connection.externalIds[custom.typeId] ?? (await this.typeIdOf(connection, custom));
    const { key } = custom;
    const id = String(properties[key]);
    const externalId = idIn(await this.upsert(connection, type, { key, id, properties }));
    const place = `${customer.object}/${pathPart(customer.externalId)}`;
    const path = `/crm/v4/objects/${pathPart(type)}/${pathPart(externalId)}/associations/default/${place}`;
    await this.http.send(connection, path, { method: 'PUT' });
    return { externalId, externalUrl: pageOf(connection, type, externalId) };
  }

  /** Creates or updates the one object whose unique property has a value. */
  private async upsert(
    connection: CalledConnection,
    type: string,
    { key, id, properties }: { readonly key: string; readonly id: string; readonly properties: Fields },
  ): Promise<Fields> {
    const path = `${OBJECTS}/${pathPart(type)}/batch/upsert`;
    const results = await this.http.sendBatch(connection, path, [{ idProperty: key, id, properties }]);
    const [result] = results;
    if (result === undefined || results.length > 1) throw invalidAnswer('The answer has not one result.');
    const { properties: answered } = result;
    const known = isObject(answered) ? textIn(answered, key) : null;
    if (known !== null && known !== id) throw invalidAnswer('The answer is about another object.');
    return result;
  }

  private change(
    connection: CalledConnection,
    object: CrmObject,
    id: string,
    properties: Fields,
  ): Promise<Fields> {
    const path = `${OBJECTS}/${object}/${pathPart(id)}`;
    return this.http.ask(connection, path, { method: 'PATCH', body: { properties } });
  }

  private async typeIdOf(connection: CalledConnection, custom: CustomObject<never>): Promise<string> {
    const { [custom.typeId]: id } = await this.typeIdsOf(connection, [custom]);
    if (id === undefined) throw invalidAnswer('The answer has no objectTypeId.');
    return id;
  }

  /** The ids of the types of custom objects, by their names among `externalIds`. Those that the account lacks are created. */
  private async typeIdsOf(
    connection: CalledConnection,
    custom: readonly CustomObject<never>[],
  ): Promise<ExternalIds> {
    if (custom.length === 0) return {};
    const { results } = await this.http.ask(connection, SCHEMAS);
    const schemas = listOf(results, 'results');
    const ids: Record<string, string> = {};
    for (const object of custom) {
      const known = schemas.find(({ name }) => name === object.name);
      const schema =
        known ?? (await this.http.ask(connection, SCHEMAS, { method: 'POST', body: schemaOf(object) }));
      ids[object.typeId] = shortId(schema, 'objectTypeId');
    }
    return ids;
  }
}

/** True if a property was not created as it exists. */
function isKnown({ code }: SystemError): boolean {
  return EXISTS.includes(code);
}

/** True if a contact was not created as the account has one with its e-mail address. */
function isEmailConflict(error: unknown, email: string): boolean {
  if (!(error instanceof IntegrationRefusal)) return false;
  const { status, errorCode, message } = error;
  const namesEmail = message.toLowerCase().includes(email.toLowerCase()) && /\bexist/i.test(message);
  return status === 409 || EXISTS.includes(errorCode) || (error.refusalClass === 'refused' && namesEmail);
}

/** The id of an object. @throws IntegrationRefusal `invalid_answer` without one. */
function idIn(object: Fields): string {
  return shortId(object, 'id');
}

function shortId(object: Fields, member: string): string {
  const id = textIn(object, member);
  if (id === null || id.length > ID_LENGTH) throw invalidAnswer(`The answer has no ${member}.`);
  return id;
}

/** The page of an object; null as long as the account is not known. */
function pageOf({ externalIds: { portal } }: CalledConnection, type: string, id: string): string | null {
  if (portal === undefined) return null;
  return `https://app.hubspot.com/contacts/${portal}/record/${pathPart(type)}/${pathPart(id)}`;
}
