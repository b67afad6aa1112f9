// The built product, typed by its sources. Only the build can run: Node strips types, but decorators need a compiler.
import type * as app from '../src/main/app.ts';
import type * as capabilities from '../src/main/capabilities.ts';
import type * as ownPostgres from '../src/main/database/own-postgres.ts';
import type * as services from '../src/main/services.ts';
import type * as schema from '../src/graphql/schema/schema.ts';
import type * as reportRecomputation from '../src/modules/analytics/recording/report-recomputation.ts';
import type * as reportVerification from '../src/modules/analytics/recording/report-verification.ts';
import type * as metricCatalog from '../src/modules/billable-metrics/metric-catalog.service.ts';
import type * as acceptedEvent from '../src/modules/usage/ingest/accepted-event.ts';
import type * as eventKeyModule from '../src/modules/usage/events/event-key.ts';
import type * as flush from '../src/modules/usage/ingest/flush.repository.ts';
import type * as groupCommit from '../src/modules/usage/ingest/group-commit.ts';
import type * as context from '../src/platform/api/context.ts';
import type * as clock from '../src/platform/clock.ts';
import type * as connections from '../src/platform/db/database-connections.ts';
import type * as database from '../src/platform/db/pool.ts';
import type * as ids from '../src/platform/db/tables/ids.ts';
import type * as decimal from '../src/core/money/decimal.ts';
import type * as chargeModels from '../src/core/rating/charge-models.ts';
import type * as usage from '../src/core/usage.ts';
import type * as usageVerification from '../src/modules/usage/verification/usage-verification.service.ts';
import type * as fieldErrors from '../src/platform/errors/field-errors.ts';
import type * as limits from '../src/platform/limits.ts';
import type * as log from '../src/platform/log.ts';
import type * as operation from '../src/rest/operation.ts';
import type * as query from '../src/rest/query.ts';
import type * as routes from '../src/rest/routes.ts';

export type { ChargeModel } from '../src/core/rating/charge-models.ts';
export type { Services } from '../src/main/capabilities.ts';
export type { ReceivedEvent } from '../src/modules/usage/ingest/accepted-event.ts';
export type { Flush } from '../src/modules/usage/ingest/flush.repository.ts';
export type { Actor } from '../src/platform/actor.ts';
export type { Connection, Pool } from '../src/platform/db/pool.ts';

export const { createApp } = await built<typeof app>('main/app.js');
export const { CAPABILITIES } = await built<typeof capabilities>('main/capabilities.js');
export const { createServices } = await built<typeof services>('main/services.js');
export const { findOwnPostgres } = await built<typeof ownPostgres>('main/database/own-postgres.js');
export const { buildApiSchema, resolversByClass } = await built<typeof schema>('graphql/schema/schema.js');
export const { RECOMPUTED_REPORTS } = await built<typeof reportRecomputation>(
  'modules/analytics/recording/report-recomputation.js',
);
export const { differingReports } = await built<typeof reportVerification>(
  'modules/analytics/recording/report-verification.js',
);
export const { MetricCatalogService } = await built<typeof metricCatalog>(
  'modules/billable-metrics/metric-catalog.service.js',
);
export const { Big } = await built<typeof decimal>('core/money/decimal.js');
export const { parseChargeProperties, rateUsage } = await built<typeof chargeModels>(
  'core/rating/charge-models.js',
);
export const { usageOf } = await built<typeof usage>('core/usage.js');
export const { UsageVerification } = await built<typeof usageVerification>(
  'modules/usage/verification/usage-verification.service.js',
);
export const { acceptEvents } = await built<typeof acceptedEvent>('modules/usage/ingest/accepted-event.js');
export const { eventKey } = await built<typeof eventKeyModule>('modules/usage/events/event-key.js');
export const { flushRepository } = await built<typeof flush>('modules/usage/ingest/flush.repository.js');
export const { GroupCommit } = await built<typeof groupCommit>('modules/usage/ingest/group-commit.js');
export const { Context } = await built<typeof context>('platform/api/context.js');
export const { systemClock } = await built<typeof clock>('platform/clock.js');
export const { openConnections } = await built<typeof connections>('platform/db/database-connections.js');
export const { connect } = await built<typeof database>('platform/db/pool.js');
export const { newId } = await built<typeof ids>('platform/db/tables/ids.js');
export const { FieldErrors } = await built<typeof fieldErrors>('platform/errors/field-errors.js');
export const { DEFAULT_LIMITS } = await built<typeof limits>('platform/limits.js');
export const { createLogger } = await built<typeof log>('platform/log.js');
export const { compileOperation } = await built<typeof operation>('rest/operation.js');
export const { REST_PAGE_LIMITS } = await built<typeof query>('rest/query.js');
export const { documents } = await built<typeof routes>('rest/routes.js');

async function built<Module>(file: string): Promise<Module> {
  return (await import(new URL(`../dist/${file}`, import.meta.url).href)) as Module;
}
