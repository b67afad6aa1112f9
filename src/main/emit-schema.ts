// Prints the schema's SDL, for schema/schema.graphql: `node dist/main/emit-schema.js`.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildApiSchema } from '../graphql/schema.js';
import { systemClock } from '../platform/clock.js';
import { connect } from '../platform/db/database.js';
import { createLogger } from '../platform/log.js';
import { createResolvers, createServices } from './services.js';

// The driver connects at the first query, and none is made.
const pool = connect({ url: 'postgres://127.0.0.1:1/none' });
const services = createServices({ pool, clock: systemClock, log: createLogger('silent') });
const schema = await buildApiSchema(createResolvers(services));
process.stdout.write(`${printSchema(lexicographicSortSchema(schema))}\n`);
