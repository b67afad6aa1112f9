import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import { thirdPartyError } from '../../../platform/errors/third-party-error.js';
import { endsWithin } from '../../../platform/process/ends-within.js';
import type { AccountingItem, AccountingProvider } from '../adapters/accounting/accounting-provider.js';
import { IntegrationRefusal } from '../adapters/calls/integration-refusal.js';
import type { OutsideSystems } from '../adapters/outside-systems.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import type { Integration } from '../records/integration.table.js';
import type { CalledConnections } from './called-connections.js';
import type { IntegrationErrors } from './integration-errors.js';
import type { IntegrationService } from './integration.service.js';

interface Needs extends Pick<IntegrationsNeeds, 'jobsDb'> {
  readonly integrations: IntegrationService;
  readonly outsideSystems: OutsideSystems;
  readonly calledConnections: CalledConnections;
  readonly integrationErrors: IntegrationErrors;
}

/** Which items a caller wants of a connection: without a kind, those of all kinds. */
export interface ItemsQuery {
  readonly integrationId: string;
  readonly kind?: AccountingItem['kind'] | null;
  /** Part of an id, an account code or a name, in any case. */
  readonly search?: string | null;
}

/** The longest time for all calls that read the lists of a system. Source: integrations.md §5. */
const TIMEOUT_MS = 20_000;

/** The most items that are answered. */
export const MOST_ITEMS = 500;

/** Asks outside systems for what mappings can name there. Source: integrations.md §12, §17. */
export class IntegrationItems {
  private readonly asking = new Map<string, Promise<readonly AccountingItem[]>>();

  constructor(private readonly needs: Needs) {}

  /**
   * Asks the system of a connection, outside of any transaction. A failure is announced, too.
   * @returns the first items by name.
   * @throws AppError `integration_not_found`; kind `notAllowed`, `feature_not_supported` for a system without lists;
   *   `third_party_error` if the system does not answer them.
   */
  async list(db: Db, actor: Actor, query: ItemsQuery): Promise<AccountingItem[]> {
    const { integrations, outsideSystems } = this.needs;
    const { integrationId: id } = query;
    const integration = isUuid(id) ? (await integrations.getMany(db, actor, [id])).get(id) : undefined;
    if (integration === undefined) throw notFound('integration');
    const provider = outsideSystems.accountingProvider(integration.integrationType);
    if (provider === null) throw notAllowed('feature_not_supported');
    const items = await this.askOnce(db, actor, integration, provider);
    return matching(items, query).slice(0, MOST_ITEMS);
  }

  /** Asks once for all who want the lists of a connection at once, as the fields of a query do. A change of the connection is asked anew. */
  private askOnce(
    db: Db,
    actor: Actor,
    integration: Integration,
    provider: AccountingProvider,
  ): Promise<readonly AccountingItem[]> {
    const key = `${integration.id} ${integration.updatedAt.toISOString()}`;
    const known = this.asking.get(key);
    if (known !== undefined) return known;
    const asking = this.ask(db, actor, integration, provider).finally(() => this.asking.delete(key));
    this.asking.set(key, asking);
    return asking;
  }

  private async ask(
    db: Db,
    actor: Actor,
    integration: Integration,
    provider: AccountingProvider,
  ): Promise<readonly AccountingItem[]> {
    try {
      const opened = await this.needs.calledConnections.open(db, actor, integration.id);
      if (opened === null) throw notFound('integration');
      return await inTime(provider.items(opened.connection));
    } catch (error) {
      if (!(error instanceof IntegrationRefusal)) throw error;
      await this.report(actor, integration, error);
      throw thirdPartyError(integration.integrationType, error);
    }
  }

  /** That our own calls are too many is no failure of the system. */
  private async report(actor: Actor, integration: Integration, error: IntegrationRefusal): Promise<void> {
    const { integrationErrors, jobsDb } = this.needs;
    if (error.refusalClass === 'paced') return;
    await jobsDb.transaction((tx) =>
      integrationErrors.report(tx, actor, integration, { error, about: null }),
    );
  }
}

/** What is answered too late is kept by the adapter for the next question. @throws IntegrationRefusal. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  if (await endsWithin(answer, TIMEOUT_MS)) return answer;
  answer.catch(() => undefined);
  throw new IntegrationRefusal('retriable', 'timeout', 'The system has not answered within 20 seconds.');
}

/** Items of a kind that a text matches, by name. */
function matching(items: readonly AccountingItem[], { kind, search }: ItemsQuery): AccountingItem[] {
  const text = (search ?? '').trim().toLowerCase();
  return items
    .filter((item) => kind == null || item.kind === kind)
    .filter(({ externalId, externalAccountCode, name }) =>
      [externalId, externalAccountCode ?? '', name].some((each) => each.toLowerCase().includes(text)),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
