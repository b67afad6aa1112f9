import { type RuruConfig, ruruHTML } from 'ruru/server';

/** What Apollo Sandbox and GraphiQL open with: it runs as it is, once the key is filled in. */
export const EXAMPLE_QUERY = `# Put your API key into the Authorization header, then run this.
query FirstLook {
  customers(first: 5) {
    totalCount
    nodes {
      externalId
      name
      invoices(first: 3) {
        nodes {
          number
          issuingDate
          totalAmountCents
          currency
          paymentStatus
        }
      }
    }
  }
}
`;

/** A placeholder, never a real key. */
export const EXAMPLE_HEADERS = { Authorization: 'Bearer <API_KEY>' };

/** Where the files of `graphiqlPage` are served from. */
export const GRAPHIQL_ASSETS = '/graphiql/assets/';

/** GraphiQL with its own files, for where Apollo's hosts cannot be reached. Source: extensions.md §4. */
export function graphiqlPage(): string {
  return ruruHTML({
    endpoint: '/graphql',
    staticPath: GRAPHIQL_ASSETS,
    // The type asks for every option of the page; those left out have defaults.
    clientConfig: {
      defaultQuery: EXAMPLE_QUERY,
      defaultHeaders: JSON.stringify(EXAMPLE_HEADERS, null, 2),
    } as RuruConfig['clientConfig'] & object,
    htmlParts: { titleTag: '<title>Tollgate GraphQL</title>' },
  });
}
