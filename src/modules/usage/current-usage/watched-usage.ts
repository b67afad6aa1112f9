import type { Actor } from '../../../platform/actor.js';
import type { TenantConnections } from '../../../platform/db/layers/tenant-connections.js';
import type { CustomerUsage, CustomerUsageService } from './customer-usage.service.js';

/** So that all subscribers find the usage that the first one has read. */
const KEPT_MS = 1_000;

/** The usage that subscribers in this process watch. Each of its states is read once for all of them. */
export class WatchedUsage {
  private readonly reads = new Map<string, Promise<CustomerUsage>>();

  constructor(
    private readonly usage: Pick<CustomerUsageService, 'current'>,
    private readonly tenants: Pick<TenantConnections, 'forOrganization'>,
  ) {}

  /**
   * @param state names the state of the usage, in this process.
   * @throws AppError kind `notAllowed`: `no_active_subscription`, and amounts out of range.
   */
  read(actor: Actor, externalSubscriptionId: string, state: string): Promise<CustomerUsage> {
    const known = this.reads.get(state);
    if (known !== undefined) return known;
    // Not on the connection of the subscriber, who may disconnect while the others wait.
    const db = this.tenants.forOrganization(actor.organizationId);
    const read = this.usage.current(db, actor, {
      customer: null,
      externalSubscriptionId,
      filter: {},
      applyTaxes: true,
      fullUsage: false,
    });
    this.reads.set(state, read);
    setTimeout(() => this.reads.delete(state), KEPT_MS).unref();
    return read;
  }
}
