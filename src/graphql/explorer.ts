import { type RuruConfig, ruruHTML } from 'ruru/server';

/** The query that Apollo Sandbox and GraphiQL open with. It runs unchanged once the API key is filled in. */
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

/** The icon of both pages, a gate; inlined, so that browsers do not request a file. */
const ICON = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M2 15V4h2v2h8V4h2v11h-2V8H4v7z" fill="#3b5bdb"/></svg>',
)}">`;

const TITLE = '<title>Tollgate GraphQL</title>';

const SANDBOX =
  'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';

/** The page that loads Apollo Sandbox from Apollo's hosts, and redirects to GraphiQL if they cannot be reached. */
export function sandboxPage(): string {
  const initialState = { document: EXAMPLE_QUERY, headers: EXAMPLE_HEADERS, includeCookies: false };
  const options = { target: '#sandbox', initialState, runTelemetry: false };
  // Escaped, so that the JSON cannot contain `</script>`.
  const text = JSON.stringify(options).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${TITLE}
${ICON}
<style>
  html, body, #sandbox { height: 100%; margin: 0; font-family: sans-serif; }
  #sandbox p { padding: 2rem; }
  #sandbox iframe { width: 100%; height: 100%; border: 0; }
</style>
</head>
<body>
<div id="sandbox"><p>Loading Apollo Sandbox from Apollo's hosts. <a href="/graphiql">GraphiQL</a> works without internet.</p></div>
<script>
const target = document.getElementById('sandbox');
const script = document.createElement('script');
script.src = '${SANDBOX}';
script.onload = () => {
  target.replaceChildren();
  new window.EmbeddedSandbox({ ...${text}, initialEndpoint: window.location.href });
};
script.onerror = () => window.location.replace('/graphiql');
document.body.append(script);
</script>
</body>
</html>
`;
}

/** Path prefix of the files that `graphiqlPage` loads. */
export const GRAPHIQL_ASSETS = '/graphiql/assets/';

/** The page with GraphiQL, whose files this server provides: it works without internet. Source: extensions.md §4. */
export function graphiqlPage(): string {
  return ruruHTML({
    endpoint: '/graphql',
    staticPath: GRAPHIQL_ASSETS,
    // The type requires every option, but omitted ones have defaults.
    clientConfig: {
      defaultQuery: EXAMPLE_QUERY,
      defaultHeaders: JSON.stringify(EXAMPLE_HEADERS, null, 2),
    } as RuruConfig['clientConfig'] & object,
    htmlParts: { titleTag: TITLE + ICON },
  });
}
