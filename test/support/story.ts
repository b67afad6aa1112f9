import {
  advanceClock,
  createClock,
  createCustomer,
  type Resource,
  SILENT_PAYER,
  subscribe,
  unique,
} from './builders.js';
import type { Client } from './client.js';
import { until } from './until.js';

type Members = Record<string, unknown>;

/** Follows a customer on its own test clock through time, over REST. */
export class Story {
  private constructor(
    readonly client: Client,
    readonly clock: Resource,
    readonly customer: Resource,
  ) {}

  /** @param over members of the customer. */
  static async begin(client: Client, frozenTime: string, over: Members = {}): Promise<Story> {
    const clock = await createClock(client, { frozen_time: frozenTime });
    // Linked, so that subscriptions can be made that wait for their payment.
    const billing_configuration = {
      ...SILENT_PAYER,
      ...(over['billing_configuration'] as Members | undefined),
    };
    const members = { test_clock_id: clock.svc_id, ...over, billing_configuration };
    const customer = await createCustomer(client, members);
    return new Story(client, clock, customer);
  }

  subscribe(plan: Resource, over: Members = {}): Promise<Resource> {
    return subscribe(this.client, this.customer, plan, over);
  }

  /** Sends one event at each instant. */
  async use(subscription: Resource, metric: Resource, usage: Record<string, Members>): Promise<void> {
    const events = Object.entries(usage).map(([at, properties]) => ({
      transaction_id: unique('event'),
      external_subscription_id: subscription.external_id,
      code: metric.code,
      timestamp: Date.parse(at) / 1_000,
      properties,
    }));
    const { status, body } = await this.client.post('/events/batch', { events });
    if (status !== 200) throw new Error(`The events were refused: ${JSON.stringify(body)}`);
  }

  /** Advances the clock and waits until it is done: on a busy machine the response comes earlier. */
  async advance(to: string): Promise<void> {
    let clock = await advanceClock(this.client, this.clock, to);
    await until(async () => {
      if (clock.status !== 'advancing') return true;
      clock = (await this.client.get(`/test_clocks/${this.clock.svc_id}`)).body.test_clock;
      return false;
    });
    if (clock.status !== 'ready') throw new Error(`The clock is ${clock.status}: ${clock.failure}`);
  }

  /** The customer's credit notes, oldest first. */
  async creditNotes(): Promise<Resource[]> {
    const path = `/credit_notes?external_customer_id=${encodeURIComponent(this.customer.external_id)}`;
    return (await this.client.get(path)).body.credit_notes.toReversed();
  }

  /** The customer's invoices in full, oldest first. */
  async invoices(): Promise<Resource[]> {
    return Promise.all(
      (await this.listedInvoices()).map(
        async ({ svc_id }) => (await this.client.get(`/invoices/${svc_id}`)).body.invoice,
      ),
    );
  }

  /** The customer's invoices as lists show them, without fees, periods and credits, oldest first. */
  async listedInvoices(): Promise<Resource[]> {
    const path = `/invoices?external_customer_id=${encodeURIComponent(this.customer.external_id)}`;
    return (await this.client.get(path)).body.invoices.toReversed();
  }
}

/** The issuing day of each invoice, in number order, with its fees and the days that they bill. */
export async function billedDays(story: Story): Promise<unknown[]> {
  const invoices = await story.invoices();
  return invoices
    .toSorted((one, other) => one.sequential_id - other.sequential_id)
    .map(({ issuing_date, fees }) => [issuing_date, ...fees.map(feeDays)]);
}

/** `[fee, cents, first day, last day]`. */
export function feeDays({ item, amount_cents, from_date, to_date }: Resource): unknown[] {
  return [item.type, amount_cents, from_date.slice(0, 10), to_date.slice(0, 10)];
}
