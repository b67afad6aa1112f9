// Prints a file that is generated from the code: `node dist/main/emit.js schema|operations|openapi|configuration`, or writes it
// to the file that is named after that. See scripts/generate.mjs and scripts/produced-files.mjs.
import { writeFileSync } from 'node:fs';
import { assertValidSchema, printSchema } from 'graphql';
import { publicSchemaOf } from '../graphql/schema/public-schema.js';
import { buildApiSchema } from '../graphql/schema/schema.js';
import { systemClock } from '../platform/clock.js';
import { openConnections } from '../platform/db/database-connections.js';
import { DEFAULT_LIMITS } from '../platform/limits.js';
import { createLogger } from '../platform/log.js';
import { printOperations } from '../rest/derivation/print-operations.js';
import { writtenDocuments } from '../rest/documents.js';
import { RESOURCES } from '../rest/resources.js';
import { CAPABILITIES } from './capabilities.js';
import { configurationPage } from './settings/configuration-page.js';
import { createServices } from './services.js';
import { VERSION } from '../platform/process/version.js';

// No query is sent, so the driver never connects.
const connections = openConnections({ url: 'postgres://127.0.0.1:1/none' }, DEFAULT_LIMITS);
const services = createServices({ connections, clock: systemClock, log: createLogger('silent') });
const schema = await buildApiSchema(CAPABILITIES.resolvers(services));
assertValidSchema(schema);

const emitters: Record<string, () => string | Promise<string>> = {
  schema: () => printSchema(publicSchemaOf(schema)),
  operations: () => printOperations(schema, RESOURCES, writtenDocuments()),
  openapi: async () => {
    // Imported late: the routes read the generated operations, which may not exist yet.
    const { openApiDocument } = await import('../rest/openapi/document.js');
    const { routes } = await import('../rest/routes.js');
    return JSON.stringify(openApiDocument(schema, routes, VERSION, CAPABILITIES.activities), null, 2);
  },
  configuration: () => configurationPage().trimEnd(),
};

const [what = '', file] = process.argv.slice(2);
const emit = emitters[what];
if (emit === undefined) throw new Error(`There is no ${what} to print.`);
const text = `${await emit()}\n`;
if (file === undefined) process.stdout.write(text);
else writeFileSync(file, text);
