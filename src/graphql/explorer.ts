import type { Express } from 'express';
import { type RuruConfig, ruruHTML } from 'ruru/server';
import { serveStatic } from 'ruru/static';

/** What Apollo Sandbox and GraphiQL open with: it runs as it is, once the key is filled in. */
export const EXAMPLE_QUERY = `# Put your API key into the Authorization header below, then run this.
query FirstLook {
  taxes(first: 5) {
    totalCount
    nodes {
      id
      code
      name
      rate
    }
  }
}
`;

/** A placeholder, never a real key. */
export const EXAMPLE_HEADERS = { Authorization: 'Bearer <API_KEY>' };

const ASSETS = '/graphiql/assets/';

/** GraphiQL with its own files, for where Apollo's hosts cannot be reached. Source: extensions.md §4. */
export function mountGraphiql(app: Express): void {
  app.use(serveStatic(ASSETS));
  const page = ruruHTML({
    endpoint: '/graphql',
    staticPath: ASSETS,
    // The type asks for every option of the page; those left out have defaults.
    clientConfig: {
      defaultQuery: EXAMPLE_QUERY,
      defaultHeaders: JSON.stringify(EXAMPLE_HEADERS, null, 2),
    } as RuruConfig['clientConfig'] & object,
  });
  app.get('/graphiql', (_request, response) => {
    response.type('html').send(page);
  });
}
