import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
import type { Limits } from '../../platform/limits.js';
import type { PersonalCopies } from '../../platform/capabilities/personal-copies.js';
import type { Customer } from '../customers/records/customer.table.js';
import { DELETE_FILES } from '../documents/delete-files.job.js';
import type { ErasureNeeds } from './erasure.needs.js';
import { customerErasureRepository } from './customer-erasure.repository.js';
import { ERASE_CUSTOMER } from './erase-customer.job.js';
import { personalValuesOf } from './personal-values.js';

interface Needs extends Pick<
  ErasureNeeds,
  | 'jobsDb'
  | 'clock'
  | 'mailTransport'
  | 'customers'
  | 'customerLocks'
  | 'documentMaking'
  | 'snapshots'
  | 'changes'
> {
  readonly limits: Pick<Limits, 'documentYears'>;
  /** Of all capabilities. */
  readonly personalCopies: () => readonly PersonalCopies[];
}

const DAY_MS = 86_400_000;
/** Files that one transaction deletes. */
const FILES_AT_ONCE = 100;

/** Erases what identifies deleted customers, and keeps what the law requires. Source: docs/adr/0112, docs/personal-data.md. */
export class CustomerErasure {
  constructor(private readonly needs: Needs) {}

  /**
   * Has a deleted customer erased. A repeat changes nothing.
   * @throws AppError `customer_not_found`; kind `notAllowed`: `customer_not_deleted`, and `customer_is_billed` while a
   *   subscription has not ended or an invoice is not issued.
   */
  async request(tx: Tx, actor: Actor, id: string): Promise<Customer> {
    const { customerLocks, changes, snapshots } = this.needs;
    const [customer] = isUuid(id) ? await customerLocks.lockMany(tx, actor, [id]) : [];
    if (customer === undefined) throw notFound('customer');
    if (customer.erasedAt !== null) return customer;
    if (customer.deletedAt === null) throw notAllowed('customer_not_deleted');
    if (await customerErasureRepository.isBilled(tx, customer)) throw notAllowed('customer_is_billed');
    const before = await snapshots.take(tx, actor, 'customer', customer);
    await changes.announce(tx, actor, { type: 'customer.erasure_requested', customer, before });
    const { organizationId } = actor;
    await ERASE_CUSTOMER.enqueue(tx, { organizationId, customerId: id }, { jobKey: `erase ${id}` });
    return customer;
  }

  /** The job: copies first, since the customer itself says what to look for in them. */
  async run({ organizationId, customerId }: Parameters<typeof ERASE_CUSTOMER.enqueue>[1]): Promise<void> {
    const { jobsDb, customers, customerLocks, documentMaking, mailTransport, personalCopies, clock } =
      this.needs;
    const actor = systemActor(organizationId, null);
    const customer = (await customers.getMany(jobsDb, actor, [customerId])).get(customerId);
    if (customer === undefined || customer.erasedAt !== null) return;
    for (const document of await customerErasureRepository.findUnmadeDocuments(jobsDb, customer))
      await documentMaking.run({ organizationId, ...document });
    const values = personalValuesOf(
      customer,
      await customerErasureRepository.findMetadata(jobsDb, customer),
      await customerErasureRepository.findRepresentations(jobsDb, customer),
    );
    for (const copies of personalCopies()) await this.scrub(customer, copies, values);
    if (customer.email !== null) await mailTransport.deleteSentTo?.(customer.email.split(','));
    await jobsDb.transaction(async (tx) => {
      const [locked] = await customerLocks.lockMany(tx, actor, [customerId]);
      if (locked === undefined || locked.erasedAt !== null) return;
      await customerErasureRepository.scrubChanges(tx, locked);
      const storageKeys = await customerErasureRepository.deleteExports(tx, organizationId, values);
      if (storageKeys.length > 0) await DELETE_FILES.enqueue(tx, { storageKeys });
      const erased = await customerErasureRepository.eraseOwned(tx, locked, clock.now());
      const before = await this.needs.snapshots.take(tx, actor, 'customer', erased);
      await this.needs.changes.announce(tx, actor, {
        type: 'customer.erased',
        customer: erased,
        before,
      });
    });
  }

  /** Deletes the files of documents of erased customers whose legal term is over. */
  async deleteOldFiles(): Promise<void> {
    const { jobsDb, clock, limits } = this.needs;
    const before = new Date(clock.now());
    before.setUTCFullYear(before.getUTCFullYear() - limits.documentYears);
    const deleteSome = () =>
      jobsDb.transaction(async (tx) => {
        const deleted = await customerErasureRepository.deleteFilesMadeBefore(tx, before, FILES_AT_ONCE);
        const storageKeys = deleted.filter((key) => key !== null);
        if (storageKeys.length > 0) await DELETE_FILES.enqueue(tx, { storageKeys });
        return deleted.length;
      });
    while ((await deleteSome()) === FILES_AT_ONCE);
  }

  /** Day by day, so that no statement takes long. */
  private async scrub(
    customer: Customer,
    copies: PersonalCopies,
    values: ReturnType<typeof personalValuesOf>,
  ): Promise<void> {
    const { jobsDb, clock } = this.needs;
    const change = (span: { from: Date; to: Date } | null) =>
      jobsDb.transaction((tx) => customerErasureRepository.scrub(tx, customer, copies, values, span));
    if (copies.writtenAt === null) return change(null);
    const { organizationId } = customer;
    const oldest = await customerErasureRepository.oldest(jobsDb, organizationId, copies, copies.writtenAt);
    if (oldest === null) return;
    // Tomorrow's belong to today where another clock is ahead.
    const last = clock.now().getTime() + DAY_MS;
    for (let from = oldest.getTime(); from <= last; from += DAY_MS)
      await change({ from: new Date(from), to: new Date(from + DAY_MS) });
  }
}
