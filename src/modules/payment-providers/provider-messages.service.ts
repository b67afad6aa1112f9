import { type Actor, systemActor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/ids.js';
import { QueuedJob } from '../../platform/jobs/job.js';
import type { SentMessage } from './adapters/payment-provider.js';
import type { ProviderTypes } from './adapters/provider-types.js';
import type { PaymentProviderService } from './payment-provider.service.js';
import { providerMessageRepository } from './provider-message.repository.js';
import type { ProviderMessage } from './provider-message.table.js';

/** The stored events of one message with a valid signature, to record what they say. */
export interface StoredMessage {
  readonly organizationId: string;
  readonly messageIds: readonly string[];
}

/** What a server queued before a message was one job. */
interface StoredEvent {
  readonly organizationId: string;
  readonly messageId: string;
}

/** Records what a message of a provider says; providers are asked for some hours. Source: payment-providers.md §8. */
export const READ_PROVIDER_MESSAGE = new QueuedJob<StoredMessage | StoredEvent>('read_provider_message', {
  lane: 'others',
  maxAttempts: 10,
});

/** What the address of a message says about it. */
export interface MessageAddress {
  readonly type: string;
  readonly organizationId: string;
  readonly code: string;
}

interface ProviderMessagesParts {
  readonly clock: Clock;
  readonly providerTypes: ProviderTypes;
  readonly paymentProviders: PaymentProviderService;
}

/** Days for which messages are kept, as long as providers repeat them. */
const KEPT_FOR_DAYS = 90;
const DAY_MS = 86_400_000;

/** Receives messages of providers. Source: payment-providers.md §8. */
export class ProviderMessages {
  constructor(private readonly parts: ProviderMessagesParts) {}

  /**
   * Stores the events of a message, each once, and has them read soon.
   * @returns false for an unknown connection and a wrong signature.
   */
  async receive(db: Db, { type, organizationId, code }: MessageAddress, sent: SentMessage): Promise<boolean> {
    const { clock, providerTypes, paymentProviders } = this.parts;
    const implementation = providerTypes.find(type);
    if (implementation === null || !isUuid(organizationId)) return false;
    const actor = systemActor(organizationId, null);
    const ofType = await paymentProviders.ofType(db, actor, type);
    const provider = ofType.find((each) => each.code === code);
    if (provider === undefined) return false;
    const receivedAt = clock.now();
    const events = implementation.readMessage(paymentProviders.connection(provider), sent, receivedAt);
    if (events === null) return false;
    const messages = events.map((event) => ({
      ...event,
      id: newId(),
      organizationId,
      paymentProviderId: provider.id,
      receivedAt,
      processedAt: null,
    }));
    await db.transaction((tx) => this.store(tx, messages));
    return true;
  }

  /** A message that was not read yet. */
  async unread(db: Db, { organizationId }: Actor, id: string): Promise<ProviderMessage | null> {
    const message = await providerMessageRepository.find(db, organizationId, id);
    return message?.processedAt === null ? message : null;
  }

  setRead(tx: Tx, { organizationId }: Actor, id: string): Promise<void> {
    return providerMessageRepository.setProcessed(tx, organizationId, id, this.parts.clock.now());
  }

  /** Deletes messages that no provider sends again. Runs every day. */
  forgetOld(db: Db): Promise<void> {
    const before = new Date(this.parts.clock.now().getTime() - KEPT_FOR_DAYS * DAY_MS);
    return providerMessageRepository.deleteBefore(db, before);
  }

  private async store(tx: Tx, messages: readonly ProviderMessage[]): Promise<void> {
    const stored = await providerMessageRepository.insertNew(tx, messages);
    const [first] = stored;
    if (first === undefined) return;
    const messageIds = stored.map(({ id }) => id);
    await READ_PROVIDER_MESSAGE.enqueue(tx, { organizationId: first.organizationId, messageIds });
  }
}
