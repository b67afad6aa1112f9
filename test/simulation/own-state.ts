// What subscriptions have besides invoices: plans of their own, and lifetime usage.
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { TestServer } from '../support/server.js';

export interface OwnPlan {
  readonly subscription: string;
  readonly status: string;
  readonly title: string;
  readonly taxes: readonly string[];
  readonly amountCents: number;
  readonly commitmentCents: number | null;
}

/** Lifetime usage in cents. */
export interface Lifetime {
  readonly subscription: string;
  readonly imported: number;
  readonly invoiced: number;
  readonly current: number;
}

export function ownPlanName({
  subscription,
  status,
  title,
  taxes,
  amountCents,
  commitmentCents,
}: OwnPlan): string {
  const terms = [
    `${amountCents} cents`,
    `at least ${String(commitmentCents)}`,
    `taxes ${taxes.toSorted().join('+')}`,
  ];
  return `${subscription} ${status}: ${title}, ${terms.join(', ')}`;
}

export function lifetimeName({ subscription, imported, invoiced, current }: Lifetime): string {
  return `${subscription}: ${imported} imported, ${invoiced} invoiced, ${current} current`;
}

/** The own plans of active and pending subscriptions. */
export async function ownPlansOf({ pool }: TestServer, { organizationId }: Client): Promise<string[]> {
  const rows = await pool.sql`
    select subscriptions.external_id, subscriptions.status, plans.name, plans.amount_cents,
      minimum_commitments.amount_cents as commitment_cents,
      array(
        select taxes.code from plan_taxes join taxes on taxes.id = plan_taxes.tax_id where plan_taxes.plan_id = plans.id
      ) as taxes
    from subscriptions
    join plans on plans.id = subscriptions.plan_id and plans.parent_id is not null
    left join minimum_commitments on minimum_commitments.plan_id = plans.id
    where subscriptions.organization_id = ${organizationId} and subscriptions.status in ('active', 'pending')`;
  return rows
    .map((row) =>
      ownPlanName({
        subscription: row['external_id'],
        status: row['status'],
        title: row['name'],
        taxes: row['taxes'],
        amountCents: Number(row['amount_cents']),
        commitmentCents: row['commitment_cents'] === null ? null : Number(row['commitment_cents']),
      }),
    )
    .toSorted();
}

/** The lifetime usage of the customer's active subscriptions. */
export async function lifetimesOf(client: Client, customer: string): Promise<string[]> {
  const { body } = await client.get(
    `/subscriptions?external_customer_id=${customer}&status[]=active&per_page=100`,
  );
  const names: string[] = body.subscriptions.map(({ external_id: name }: Resource) => name);
  const lifetimes = await Promise.all(
    names.map(async (subscription) => {
      const answer = await client.get(`/subscriptions/${subscription}/lifetime_usage`);
      const usage = answer.body.lifetime_usage;
      return lifetimeName({
        subscription,
        imported: usage.external_historical_usage_amount_cents,
        invoiced: usage.invoiced_usage_amount_cents,
        current: usage.current_usage_amount_cents,
      });
    }),
  );
  return lifetimes.toSorted();
}
