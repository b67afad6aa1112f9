import { Router } from 'express';
import { serveStatic } from 'ruru/static';
import swaggerUi, { type SwaggerUiOptions } from 'swagger-ui-express';
import { GRAPHIQL_ASSETS, graphiqlPage, sandboxPage } from '../../graphql/explorer.js';
import { REST_PREFIX } from '../../rest/mount.js';
import { referenceSearch } from './reference-search.js';
import { ownPagePolicy, sandboxPolicy } from './security-headers.js';

interface PageOptions {
  /** True to serve Sandbox and GraphiQL. */
  readonly explorer: boolean;
  /** The GraphQL schema as text; called at most once. */
  readonly sdl: () => string;
  /** The OpenAPI document of the REST API; called at most once. */
  readonly openapi: () => object;
}

/** The API reference and the GraphQL explorers. Source: extensions.md §4. */
export function pages({ explorer, sdl, openapi }: PageOptions): Router {
  const router = Router();
  const description = `${REST_PREFIX}/openapi.json`;
  let described: object | null = null;
  router.get(description, (_request, response) => {
    response.json((described ??= openapi()));
  });
  router.get('/', (_request, response) => {
    response.redirect('/docs');
  });
  const reference: SwaggerUiOptions = {
    customSiteTitle: 'Tollgate REST',
    customCss: '.swagger-ui .topbar { display: none }',
    // Unless `validatorUrl` is null, the page sends our URL to a server of Swagger.
    swaggerOptions: { url: description, validatorUrl: null, filter: true, plugins: [referenceSearch] },
  };
  router.use('/docs', ownPagePolicy(), swaggerUi.serve, swaggerUi.setup(undefined, reference));
  if (explorer) {
    let schema: string | null = null;
    router.get('/graphql/schema.graphql', (_request, response) => {
      response.type('text/plain').send((schema ??= sdl()));
    });
    const page = graphiqlPage();
    router.get('/graphiql', ownPagePolicy(page), (_request, response) => {
      response.type('html').send(page);
    });
    router.use(serveStatic(GRAPHIQL_ASSETS));
    const sandbox = sandboxPage();
    const policy = sandboxPolicy(sandbox);
    // `use` instead of a route, since Express would answer OPTIONS requests for the route.
    router.use('/graphql', (request, response, next) => {
      const isBrowser = request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
      if (!isBrowser || request.path !== '/') next();
      else policy(request, response, () => response.type('html').send(sandbox));
    });
  }
  return router;
}
