import { Router } from 'express';
import { serveStatic } from 'ruru/static';
import swaggerUi, { type SwaggerUiOptions } from 'swagger-ui-express';
import { GRAPHIQL_ASSETS, graphiqlPage } from '../graphql/explorer.js';
import { REST_PREFIX } from '../rest/mount.js';
import { ownPagePolicy, sandboxPolicy } from './security-headers.js';

interface PageOptions {
  /** Sandbox, GraphiQL and introspection. */
  readonly explorer: boolean;
  /** Describes the REST API as an OpenAPI document; called at most once. */
  readonly openapi: () => object;
}

/** The API reference and the GraphQL explorers. Source: extensions.md §4. */
export function pages({ explorer, openapi }: PageOptions): Router {
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
    // Without `validatorUrl` null the page asks a host of Swagger's about us.
    swaggerOptions: { url: description, validatorUrl: null },
  };
  router.use('/docs', ownPagePolicy(), swaggerUi.serve, swaggerUi.setup(undefined, reference));
  if (explorer) {
    const page = graphiqlPage();
    router.get('/graphiql', ownPagePolicy(page), (_request, response) => {
      response.type('html').send(page);
    });
    router.use(serveStatic(GRAPHIQL_ASSETS));
    // No route of its own, which would answer OPTIONS in the name of the endpoint.
    router.use('/graphql', (request, response, next) => {
      if (request.method === 'GET') sandboxPolicy(request, response, next);
      else next();
    });
  }
  return router;
}
