import { type Actor, systemActor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { Integration } from '../integrations/records/integration.table.js';
import { rulesOfType } from '../integrations/types/integration-types.js';
import type { CustomersNeeds } from './customers.needs.js';
import { customerRepository } from './records/customer.repository.js';
import type { Customer } from './records/customer.table.js';
import type { SentIntegrationCustomer } from './records/integration-customer.input.js';
import {
  type CodedLink,
  integrationCustomerRepository,
  type LinkKey,
} from './records/integration-customer.repository.js';
import { changesTargetedObject, linkAfter } from './records/integration-customer.rules.js';
import type { IntegrationCustomer } from './records/integration-customer.table.js';
import { type DeletedTaxConnection, LEAVE_TAX_CONNECTION } from './tax-connection.job.js';

export type { CodedLink };

/** Customers that leave a deleted connection in one transaction. */
const CHUNK = 100;

/** Keeps the places of customers at connections to outside systems. Source: integrations.md §4. */
export class CustomerLinks {
  constructor(private readonly needs: Pick<CustomersNeeds, 'changes' | 'integrations' | 'jobsDb'>) {}

  /** Links by customer id, oldest first; customers without any are omitted. */
  linksOf(
    db: Db,
    { organizationId }: Actor,
    customerIds: readonly string[],
  ): Promise<Map<string, CodedLink[]>> {
    return integrationCustomerRepository.findByCustomers(db, organizationId, customerIds);
  }

  /** The place of a customer at a connection; null if it is not linked to it. */
  async linkTo(db: Db, actor: Actor, customerId: string, integrationId: string): Promise<CodedLink | null> {
    const links = (await this.linksOf(db, actor, [customerId])).get(customerId) ?? [];
    return links.find((link) => link.integrationId === integrationId) ?? null;
  }

  /** The number of linked customers by the id of the connection. */
  countByIntegration(
    db: Db,
    { organizationId }: Actor,
    integrationIds: readonly string[],
  ): Promise<Map<string, number>> {
    return integrationCustomerRepository.countByIntegration(db, organizationId, integrationIds);
  }

  /**
   * Replaces the links of a customer by those that were sent, and that `validateLinks` has accepted. A link is matched by its id,
   * else by its connection. The caller has locked the customer, or created it.
   * @returns the customer, and whether it is linked to other connections than before.
   * @throws AppError `integration_not_found`, `integration_customer_not_found`, `validation_errors`.
   */
  async replace(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    sent: readonly SentIntegrationCustomer[],
  ): Promise<{ readonly customer: Customer; readonly hasNewLinks: boolean }> {
    const { organizationId } = actor;
    const known = (await this.linksOf(tx, actor, [customer.id])).get(customer.id) ?? [];
    const codes = sent.flatMap(({ integrationCode }) => integrationCode ?? []);
    const connections = await this.needs.integrations.keepNamed(tx, actor, codes);
    const errors = new FieldErrors();
    const matched = sent.map((entry, index) => matchLink(errors, index, entry, { known, connections }));
    errors.throwIfAny();
    const links = matched.flatMap((match) => linkOf(match, customer));
    await integrationCustomerRepository.replace(tx, organizationId, customer.id, links);
    const hasNewLinks = connectionsOf(links) !== connectionsOf(known);
    const taxIntegrationId = links.find(isForTaxes)?.integrationId ?? null;
    if (taxIntegrationId === customer.taxIntegrationId) return { customer, hasNewLinks };
    const taxed = await customerRepository.update(tx, organizationId, customer.id, { taxIntegrationId });
    return { customer: taxed, hasNewLinks };
  }

  /**
   * Stores the id that an outside system has given a customer. The caller has locked the customer.
   * @returns false if the customer is not linked to it any more, or has been given an id meanwhile.
   */
  recordCreation(
    tx: Tx,
    link: LinkKey,
    created: Pick<IntegrationCustomer, 'externalCustomerId' | 'email'>,
  ): Promise<boolean> {
    return integrationCustomerRepository.setCreated(tx, link, created);
  }

  /** Deletes all links to a connection that is deleted. Its customers, who may be many, leave it by a job. */
  async deleteOfIntegration(tx: Tx, integration: Integration): Promise<void> {
    const { organizationId, id } = integration;
    await integrationCustomerRepository.deleteOfIntegration(tx, organizationId, id);
    if (isForTaxes(integration))
      await LEAVE_TAX_CONNECTION.enqueue(tx, { organizationId, integrationId: id });
  }

  /**
   * The job `leave_tax_connection`: the customers of a deleted connection get local taxes. Upserts lock a customer before its
   * connection; this locks no connection.
   */
  async leave({ organizationId, integrationId }: DeletedTaxConnection): Promise<void> {
    const { jobsDb } = this.needs;
    const actor = systemActor(organizationId, null);
    let left: number;
    do left = await jobsDb.transaction((tx) => this.leaveSome(tx, actor, integrationId));
    while (left === CHUNK);
  }

  /** @returns the number of customers that were found. */
  private async leaveSome(tx: Tx, actor: Actor, integrationId: string): Promise<number> {
    const { organizationId } = actor;
    const ids = await customerRepository.idsOfTaxConnection(tx, organizationId, integrationId, CHUNK);
    const locked = await customerRepository.lockMany(tx, organizationId, ids);
    // One may have been linked to another connection before it was locked.
    const leaving = locked.filter(({ taxIntegrationId }) => taxIntegrationId === integrationId);
    const left = await customerRepository.leaveTaxConnection(
      tx,
      organizationId,
      leaving.map(({ id }) => id),
    );
    if (left.length > 0)
      await this.needs.changes.announce(tx, actor, {
        type: 'customers.tax_connection_left',
        customers: left,
      });
    return ids.length;
  }

  deleteOfCustomers(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return integrationCustomerRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}

function isForTaxes({ integrationType }: Pick<Integration, 'integrationType'>): boolean {
  return rulesOfType(integrationType).category === 'tax';
}

/** The ids of the connections of links, in an order of their own. */
function connectionsOf(links: readonly IntegrationCustomer[]): string {
  return links
    .map(({ integrationId }) => integrationId)
    .toSorted()
    .join();
}

/** A sent link, and what it names. */
interface MatchedLink {
  readonly sent: SentIntegrationCustomer;
  readonly integration: Integration;
  /** Null for a new link. */
  readonly former: CodedLink | null;
}

/** @throws AppError `integration_customer_not_found`, `integration_not_found`. */
function matchLink(
  errors: FieldErrors,
  index: number,
  sent: SentIntegrationCustomer,
  {
    known,
    connections,
  }: { readonly known: readonly CodedLink[]; readonly connections: readonly Integration[] },
): MatchedLink {
  const { id, integrationType, integrationCode } = sent;
  const named = typeof id === 'string' ? known.find((link) => link.id === id.toLowerCase()) : null;
  if (named === undefined) throw notFound('integration_customer');
  const integration = connections.find(
    (connection) => connection.integrationType === integrationType && connection.code === integrationCode,
  );
  if (integration === undefined) throw notFound('integration');
  const former = named ?? known.find((link) => link.integrationId === integration.id) ?? null;
  const at = `integrationCustomers.${index}`;
  if (former !== null && former.integrationId !== integration.id)
    errors.add(`${at}.integrationCode`, 'value_is_immutable');
  if (changesTargetedObject(sent, former)) errors.addIneffective(`${at}.targetedObject`);
  return { sent, integration, former };
}

/** The row of a link, if there is one. */
function linkOf({ sent, integration, former }: MatchedLink, customer: Customer): IntegrationCustomer[] {
  const members = linkAfter(sent, { integration, customer, former });
  if (members === null) return [];
  return [
    {
      id: former?.id ?? newId(),
      organizationId: customer.organizationId,
      customerId: customer.id,
      integrationId: integration.id,
      integrationType: integration.integrationType,
      ...members,
      email: former?.email ?? null,
      createdAt: former?.createdAt ?? customer.updatedAt,
      updatedAt: customer.updatedAt,
    },
  ];
}
