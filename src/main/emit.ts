// Prints what is generated from the code: `node dist/main/emit.js schema|openapi`. See scripts/generate.mjs.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildApiSchema } from '../graphql/schema.js';
import { systemClock } from '../platform/clock.js';
import { openConnections } from '../platform/db/connections.js';
import { DEFAULT_LIMITS } from '../platform/limits.js';
import { createLogger } from '../platform/log.js';
import { createResolvers } from './resolvers.js';
import { createServices } from './services.js';
import { VERSION } from './version.js';

// The driver connects at the first query, and none is made.
const connections = openConnections({ url: 'postgres://127.0.0.1:1/none' }, DEFAULT_LIMITS);
const services = createServices({ connections, clock: systemClock, log: createLogger('silent') });
const schema = await buildApiSchema(createResolvers(services));

const emitters: Record<string, () => string | Promise<string>> = {
  schema: () => printSchema(lexicographicSortSchema(schema)),
  openapi: async () => {
    // Loaded here only: the rows need documents that may not be generated yet when the schema is printed.
    const { openApiDocument } = await import('../rest/openapi/document.js');
    const { routes } = await import('../rest/routes.js');
    return JSON.stringify(openApiDocument(schema, routes, VERSION), null, 2);
  },
};

const [what = ''] = process.argv.slice(2);
const emit = emitters[what];
if (emit === undefined) throw new Error(`There is no ${what} to print.`);
process.stdout.write(`${await emit()}\n`);
