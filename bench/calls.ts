import { startChildServer } from './child-server.ts';
import { checkEventsAndCounters } from './database-checks.ts';
import type { Benchmark, Variant } from './harness.ts';
import {
  CONNECTIONS,
  CUSTOMER,
  ENTITLEMENTS,
  type KindOfCall,
  prepareKindsOfCalls,
} from './kinds-of-calls.ts';
import { type RestRequest, sendAll } from './load.ts';
import { perCall } from './measure.ts';
import { startStatementCounter } from './statement-counter.ts';
import type { World } from './world.ts';

const BARE = 'bare Express server';
/** The kernel counts processor time in hundredths of a second, of which a bare request takes little. */
const BARE_CALLS = 10_000;
const BARE_REQUEST: RestRequest = { method: 'GET', path: '/bare' };

/** (i) What one call costs, as a multiple of the least that an Express server needs to answer. */
export async function calls(world: World): Promise<Benchmark> {
  const kinds = await prepareKindsOfCalls(world);
  const bare = await startChildServer('bare-server.ts');
  const counter = await startStatementCounter(world);
  const { server } = world;

  const variantOf = (kind: KindOfCall): Variant => ({
    name: kind.name,
    run: async () => {
      const [counted = BARE_REQUEST, ...requests] = await kind.requests(kind.calls + 1);
      const statements = await counter.count(counted);
      const place = { ...world, appPid: server.pid };
      const figures = await perCall(kind.calls, place, () =>
        sendAll(server, requests, kind.connections ?? CONNECTIONS),
      );
      if (kind.storesEvents === true) world.stored += kind.calls + 1;
      return { statements, ...figures };
    },
  });
  const bareVariant: Variant = {
    name: BARE,
    run: () => {
      const requests = Array.from({ length: BARE_CALLS }, () => BARE_REQUEST);
      const target = { baseUrl: bare.baseUrl, apiKey: 'none' };
      const place = { appPid: bare.pid, postmasterPid: null };
      return perCall(BARE_CALLS, place, () => sendAll(target, requests, CONNECTIONS));
    },
  };
  return {
    title: `(i) Calls of each kind, over ${CONNECTIONS} connections`,
    variants: [bareVariant, ...kinds.map(variantOf)],
    ratios: [
      ...kinds.map(({ name, aim }) => ({ figure: 'CPU ms', of: name, by: BARE, aim: { atMost: aim } })),
      { figure: 'CPU ms', of: ENTITLEMENTS, by: CUSTOMER, aim: { atMost: 3 } },
    ],
    check: async () => {
      await checkEventsAndCounters(world);
      await checkClosingInvoices(world);
    },
    end: async () => {
      await counter.stop();
      await bare.stop();
    },
  };
}

/** @throws Error unless every subscription that ended has exactly one invoice. */
async function checkClosingInvoices({ pool: { sql } }: World): Promise<void> {
  const wrong = await sql`
    select subscriptions.id
    from subscriptions
    left join billing_periods on billing_periods.subscription_id = subscriptions.id
    where subscriptions.status = 'terminated' and subscriptions.external_id like 'calls-%'
    group by subscriptions.id
    having count(distinct billing_periods.invoice_id) <> 1`;
  if (wrong.length > 0)
    throw new Error(`${wrong.length} ended subscriptions do not have exactly one invoice.`);
}
