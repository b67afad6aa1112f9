import { euTaxCodeAfterCheck } from '../../core/taxes/eu-taxes.js';
import { readVatNumber } from '../../core/taxes/vat-numbers.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import type { Tax } from '../taxes/tax.table.js';
import type { CustomerLocks } from './customer-locks.js';
import type { CustomersNeeds } from './customers.needs.js';
import type { CustomerMembers } from './records/customer.input.js';
import { customerRepository } from './records/customer.repository.js';
import { type Customer, customerTaxList } from './records/customer.table.js';
import { assignTaxes } from './vat/eu-tax-assignment.js';
import type { VatCheckOutcome } from './vat/vat-check-outcome.js';
import { queueVatCheck, type VatCheck } from './vat/vat-check.job.js';
import { type VatRegistry, VatRegistryFailure } from './vat/vat-registry.js';

interface Needs extends Pick<CustomersNeeds, 'jobsDb' | 'billingEntities' | 'taxes' | 'changes'> {
  readonly customerLocks: CustomerLocks;
  /** Null if no registry is asked. */
  readonly vatRegistry: VatRegistry | null;
}

/** A customer after its EU taxes were evaluated. */
interface EvaluatedCustomer {
  readonly customer: Customer;
  /** The codes of the taxes that it gets; undefined if its taxes stay. */
  readonly taxCodes: readonly string[] | undefined;
}

/** Decides the EU taxes of customers, for which it may ask the VAT registry about their numbers. Source: taxes.md §6. */
export class VatChecks {
  constructor(private readonly needs: Needs) {}

  /**
   * Decides which taxes a created or changed customer gets. If they depend on the VAT registry, a check is queued, for which
   * its invoices wait; if not any more, the check is given up.
   */
  async evaluateTaxes(
    tx: Tx,
    actor: Actor,
    before: Customer | null,
    after: Customer,
    { taxCodes: sent }: CustomerMembers,
  ): Promise<EvaluatedCustomer> {
    const { billingEntities, taxes, vatRegistry } = this.needs;
    const sentCodes = sent === null ? [] : sent;
    const entity = await billingEntities.getWithArchived(tx, actor, after.billingEntityId);
    if (!entity.euTaxManagement && after.vatCheckId === null) {
      return { customer: after, taxCodes: sentCodes };
    }
    const held =
      before === null
        ? new Map<string, Tax[]>()
        : await taxes.listsOf(tx, actor, customerTaxList, [after.id]);
    const heldCodes = (held.get(after.id) ?? []).map(({ code }) => code);
    const { codes, registryCheck } = assignTaxes({ before, after, entity, heldCodes, sentCodes });
    if (codes !== undefined) await taxes.restoreEuTaxes(tx, actor, codes);
    const isPending = after.vatCheckId !== null;
    const hasNewNumber = before?.taxIdentificationNumber !== after.taxIdentificationNumber;
    if (registryCheck === 'needed' && vatRegistry !== null) {
      const customer = isPending && !hasNewNumber ? after : await this.start(tx, actor, after);
      return { customer, taxCodes: codes };
    }
    const isGivenUp = isPending && registryCheck !== 'unchanged';
    return { customer: isGivenUp ? await this.setCheck(tx, actor, after, null) : after, taxCodes: codes };
  }

  /** The job `check_vat_number`, outside of any transaction. Does nothing if the customer does not wait for this check any more. */
  async run(check: VatCheck): Promise<void> {
    const { jobsDb: db } = this.needs;
    const { organizationId, customerId, checkId } = check;
    const actor = systemActor(organizationId, null);
    const [customer] = await customerRepository.findByIds(db, organizationId, [customerId]);
    if (customer?.vatCheckId !== checkId) return;
    const outcome = await this.ask(customer);
    await db.transaction((tx) => this.record(tx, actor, check, outcome));
  }

  /** Ends the check of a customer's VAT number without an answer, as for a preview, which is rolled back. */
  async skip(tx: Tx, actor: Actor, customer: Customer): Promise<Customer> {
    return customer.vatCheckId === null ? customer : this.setCheck(tx, actor, customer, null);
  }

  /**
   * Records the outcome of an attempt to check a customer's VAT number, also of a deleted customer. An answer decides its
   * taxes; without one, they stay, and another attempt is queued. Source: taxes.md §6.3, §6.4.
   */
  private async record(tx: Tx, actor: Actor, check: VatCheck, outcome: VatCheckOutcome): Promise<void> {
    const { changes, customerLocks, taxes } = this.needs;
    const [pending] = await customerLocks.lockMany(tx, actor, [check.customerId]);
    if (pending?.vatCheckId !== check.checkId) return;
    if (outcome.type === 'unavailable') {
      await queueVatCheck(tx, { ...check, failures: check.failures + 1 });
      await changes.announce(tx, actor, { type: 'customer.vat_check_failed', customer: pending, outcome });
      return;
    }
    const customer = await this.setCheck(tx, actor, pending, null);
    const code = outcome.type === 'answered' ? await this.taxCodeAfter(tx, actor, customer, outcome) : null;
    if (code !== null) {
      await taxes.restoreEuTaxes(tx, actor, [code]);
      await taxes.replaceLists(tx, actor, customerTaxList, new Map([[customer.id, [code]]]));
    }
    await changes.announce(tx, actor, { type: 'customer.vat_check_ended', customer, outcome });
  }

  private async ask({ taxIdentificationNumber }: Customer): Promise<VatCheckOutcome> {
    const { vatRegistry } = this.needs;
    const number = readVatNumber(taxIdentificationNumber ?? '');
    if (vatRegistry === null || number === null) return { type: 'not_asked' };
    try {
      return { type: 'answered', number, answer: await vatRegistry.check(number) };
    } catch (error) {
      if (error instanceof VatRegistryFailure) return { type: 'unavailable', error: error.message };
      throw error;
    }
  }

  /** The code of the tax that a checked customer gets; null if its billing entity has no EU tax management any more. */
  private async taxCodeAfter(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    { number, answer }: Extract<VatCheckOutcome, { type: 'answered' }>,
  ): Promise<string | null> {
    const { billingEntities } = this.needs;
    const { euTaxManagement, country } = await billingEntities.getWithArchived(
      tx,
      actor,
      customer.billingEntityId,
    );
    if (!euTaxManagement || country === null) return null;
    return euTaxCodeAfterCheck(customer, country, answer.isValid ? number.country : null);
  }

  private async start(tx: Tx, actor: Actor, { id: customerId }: Customer): Promise<Customer> {
    const { organizationId } = actor;
    const checkId = newId();
    await queueVatCheck(tx, { organizationId, customerId, checkId, failures: 0 });
    return this.setCheck(tx, actor, { id: customerId }, checkId);
  }

  private setCheck(
    tx: Tx,
    { organizationId }: Actor,
    { id }: Pick<Customer, 'id'>,
    vatCheckId: string | null,
  ): Promise<Customer> {
    return customerRepository.setVatCheck(tx, organizationId, id, vatCheckId);
  }
}
