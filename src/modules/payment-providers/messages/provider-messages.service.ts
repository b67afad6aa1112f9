import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { overLimit } from '../../../platform/errors/app-error.js';
import { isLonger, LINE_LENGTH } from '../../../platform/errors/input-rules.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { QueuedJob } from '../../../platform/jobs/job.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import type {
  PaymentProvider,
  ProviderConnection,
  ReceivedMessage,
  SentMessage,
} from '../adapters/payment-provider.js';
import type { ProviderTypes } from '../adapters/provider-types.js';
import type { PaymentProviderService } from '../connections/payment-provider.service.js';
import { providerMessageRepository } from '../records/provider-message.repository.js';
import type { ProviderMessage } from '../records/provider-message.table.js';

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

interface Needs extends Pick<PaymentProvidersNeeds, 'clock'> {
  readonly providerTypes: ProviderTypes;
  readonly paymentProviders: PaymentProviderService;
}

/** The secret with which providers sign their messages. */
const MESSAGE_SECRET = 'webhook_secret';
/** The most events of a message. GoCardless sends 250. */
const MOST_EVENTS = 1_000;
/** Characters of an event of a message that has several. A single one may fill its message. */
const EVENT_LENGTH = 10_000;

/** A connection that receives messages. */
export interface MessageReceiver {
  readonly implementation: PaymentProvider;
  readonly connection: ProviderConnection;
}

/** Days for which messages are kept, as long as providers repeat them. */
const KEPT_FOR_DAYS = 90;
const DAY_MS = 86_400_000;

/** Receives messages of providers. Source: payment-providers.md §8. */
export class ProviderMessages {
  constructor(private readonly needs: Needs) {}

  /** The connection that an address names, if it receives messages: one without a secret for them refuses all. */
  async receiverAt(db: Db, { type, organizationId, code }: MessageAddress): Promise<MessageReceiver | null> {
    const { providerTypes, paymentProviders } = this.needs;
    const implementation = providerTypes.find(type);
    if (implementation === null || !isUuid(organizationId)) return null;
    const ofType = await paymentProviders.ofType(db, systemActor(organizationId, null), type);
    const provider = ofType.find((each) => each.code === code);
    if (provider === undefined) return null;
    const connection = paymentProviders.connection(provider);
    return connection.secrets[MESSAGE_SECRET] === undefined ? null : { implementation, connection };
  }

  /**
   * Checks the signature of a message, and reads its events.
   * @returns null for a wrong signature.
   * @throws AppError `payload_too_large` for too many or too large events.
   */
  read(
    { implementation, connection }: MessageReceiver,
    sent: SentMessage,
  ): readonly ReceivedMessage[] | null {
    const events = implementation.readMessage(connection, sent, this.needs.clock.now());
    if (events !== null) limitEvents(events);
    return events;
  }

  /** The body with which an accepted message is answered; null for an empty one. */
  answerOf({ implementation }: MessageReceiver): string | null {
    return implementation.messageAnswer;
  }

  /** Stores the events of a message, each once, and has them read soon. */
  async store(db: Db, { connection }: MessageReceiver, events: readonly ReceivedMessage[]): Promise<void> {
    const { id: paymentProviderId, organizationId } = connection;
    const receivedAt = this.needs.clock.now();
    const messages = events.map((event) => ({
      ...event,
      id: newId(),
      organizationId,
      paymentProviderId,
      receivedAt,
      processedAt: null,
    }));
    await db.transaction((tx) => this.insert(tx, messages));
  }

  /** A message that was not read yet. */
  async unread(db: Db, { organizationId }: Actor, id: string): Promise<ProviderMessage | null> {
    const message = await providerMessageRepository.find(db, organizationId, id);
    return message?.processedAt === null ? message : null;
  }

  setRead(tx: Tx, { organizationId }: Actor, id: string): Promise<void> {
    return providerMessageRepository.setProcessed(tx, organizationId, id, this.needs.clock.now());
  }

  /** Deletes messages that no provider sends again. Runs every day. */
  deleteOld(db: Db): Promise<void> {
    const before = new Date(this.needs.clock.now().getTime() - KEPT_FOR_DAYS * DAY_MS);
    return providerMessageRepository.deleteBefore(db, before);
  }

  private async insert(tx: Tx, messages: readonly ProviderMessage[]): Promise<void> {
    const stored = await providerMessageRepository.insertNew(tx, messages);
    const [first] = stored;
    if (first === undefined) return;
    const messageIds = stored.map(({ id }) => id);
    await READ_PROVIDER_MESSAGE.enqueue(tx, { organizationId: first.organizationId, messageIds });
  }
}

/** @throws AppError `payload_too_large`. */
function limitEvents(events: readonly ReceivedMessage[]): void {
  if (events.length > MOST_EVENTS)
    throw overLimit('tooLarge', `A message has at most ${MOST_EVENTS} events.`);
  if (events.length > 1 && events.some((event) => JSON.stringify(event).length > EVENT_LENGTH))
    throw overLimit('tooLarge', `An event of a message has at most ${EVENT_LENGTH} characters.`);
  if (
    events.some(
      ({ providerEventId, eventType }) =>
        isLonger(providerEventId, LINE_LENGTH) || isLonger(eventType, LINE_LENGTH),
    )
  )
    throw overLimit('tooLarge', `The id and the type of an event have at most ${LINE_LENGTH} characters.`);
}
