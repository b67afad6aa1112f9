import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/api/loader.js';
import type { Db } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page } from '../../platform/paging/page.js';
import { feeRepository, type FeeQuery } from './fee.repository.js';
import type { AppliedTax, Fee } from './fee.table.js';

/** The lines of invoices. They are written by `InvoiceService.issue`, never changed. Source: fees.md. */
export class FeeService {
  /** @throws AppError `fee_not_found`, also for a fee of a closed invoice. */
  async get(db: Db, actor: Actor, id: string): Promise<Fee> {
    const fee = isUuid(id) ? await feeRepository.find(db, actor.organizationId, id) : null;
    if (fee === null) throw notFound('fee');
    return fee;
  }

  list(db: Db, actor: Actor, query: FeeQuery): Promise<Page<Fee>> {
    return feeRepository.list(db, actor.organizationId, query);
  }

  /** The fees of each invoice, in their order on it. */
  async ofInvoices(db: Db, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, Fee[]>> {
    const fees = await feeRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(fees, (fee) => fee.invoiceId ?? '');
  }

  /** The true-up of each fee that has one, by the fee's id. */
  async trueUps(db: Db, actor: Actor, feeIds: readonly string[]): Promise<Map<string, Fee>> {
    const trueUps = await feeRepository.findTrueUps(db, actor.organizationId, feeIds);
    return indexBy(trueUps, (fee) => fee.trueUpParentFeeId ?? '');
  }

  /** The taxes of each fee, as they stood when it was worked out. */
  async appliedTaxes(db: Db, actor: Actor, feeIds: readonly string[]): Promise<Map<string, AppliedTax[]>> {
    const taxes = await feeRepository.findAppliedTaxes(db, actor.organizationId, { feeIds });
    return groupBy(taxes, (tax) => tax.feeId ?? '');
  }
}
