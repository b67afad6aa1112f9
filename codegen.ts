// Types GraphQL documents, from the committed schema: what each answers and which variables it takes. Those of tests for the
// tests, those of examples/dashboard for packages/client, which also gets the schema's own types.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { codegenConfig } from './packages/client/src/codegen.ts';

const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  importExtension: '.ts',
  config: codegenConfig,
  generates: {
    'test/generated/documents.ts': {
      documents: 'test/**/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
    },
    'packages/client/src/generated/schema.ts': {
      // Scalars, enums and inputs. The types of answers are those of documents.
      config: { onlyOperationTypes: true },
      plugins: ['typescript'],
    },
    'packages/client/src/generated/documents.ts': {
      documents: 'examples/dashboard/*.graphql',
      config: { importSchemaTypesFrom: 'packages/client/src/generated/schema.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
    },
  },
};
export default config;
