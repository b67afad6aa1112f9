import { readVatNumber } from '../../core/taxes/vat-numbers.js';
import { systemActor } from '../../platform/actor.js';
import type { CustomersNeeds } from './customers.needs.js';
import type { CustomerService } from './customer.service.js';
import type { Customer } from './records/customer.table.js';
import type { VatCheckOutcome } from './vat/vat-check-outcome.js';
import type { VatCheck } from './vat/vat-check.job.js';
import { type VatRegistry, VatRegistryFailure } from './vat/vat-registry.js';

interface Needs extends Pick<CustomersNeeds, 'jobsDb'> {
  readonly customers: CustomerService;
  /** Null if no registry is asked. */
  readonly vatRegistry: VatRegistry | null;
}

/** Asks the VAT registry about numbers of customers, outside of any transaction. Source: taxes.md §6.4. */
export class VatChecks {
  constructor(private readonly needs: Needs) {}

  /** The job `check_vat_number`. Does nothing if the customer does not wait for this check any more. */
  async run(check: VatCheck): Promise<void> {
    const { jobsDb: db, customers } = this.needs;
    const { organizationId, customerId, checkId } = check;
    const actor = systemActor(organizationId, null);
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer?.vatCheckId !== checkId) return;
    const outcome = await this.ask(customer);
    await db.transaction((tx) => customers.recordVatCheck(tx, actor, check, outcome));
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
}
