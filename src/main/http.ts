import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { mountGraphiql } from '../graphql/explorer.js';
import { DEFAULT_PAGE_SIZE, type GraphqlLimits, MAX_PAGE_SIZE } from '../graphql/limits.js';
import type { Actor } from '../platform/actor.js';
import { Context } from '../platform/api/context.js';
import { parseCleanJson } from '../platform/clean-text.js';
import type { Db } from '../platform/db/database.js';
import { AppError } from '../platform/errors/app-error.js';
import type { Logger } from '../platform/log.js';
import { inRequestScope } from '../platform/request-scope.js';
import { INTERNAL_ERROR, UNKNOWN_PATH } from '../rest/errors.js';
import { REST_PREFIX } from '../rest/mount.js';

interface HttpDependencies {
  readonly graphql: ApolloServer<Context>;
  readonly rest: Router;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  readonly db: Db;
  readonly log: Logger;
  readonly explorer: boolean;
  readonly limits: GraphqlLimits;
}

const GRAPHQL_PAGE_LIMITS = { defaultSize: DEFAULT_PAGE_SIZE, maxSize: MAX_PAGE_SIZE };

/** Both surfaces and the pages around them, in one Express application. */
export function createHttpApp(dependencies: HttpDependencies): Express {
  const { graphql, rest, explorer } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(requestScope);
  app.use(REST_PREFIX, compression(), rest);
  if (explorer) mountGraphiql(app);
  app.use(
    '/graphql',
    compression(),
    ...graphqlBody(dependencies.limits),
    graphqlHandler(graphql, dependencies),
  );
  app.use((_request, response) => {
    response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
  });
  app.use(lastResort(dependencies.log));
  return app;
}

const requestScope: RequestHandler = (request, response, next) => {
  inRequestScope(request.get('x-request-id'), (requestId) => {
    response.setHeader('X-Request-Id', requestId);
    next();
  });
};

/** Reads a GraphQL request's JSON, and refuses a query text over the limit before it is parsed. */
function graphqlBody({ textLength }: GraphqlLimits): RequestHandler[] {
  return [
    express.text({ type: 'application/json', limit: '10mb' }),
    (request, response, next) => {
      try {
        if (typeof request.body === 'string') request.body = parseCleanJson(request.body);
      } catch {
        response.status(400).json(graphqlRefusal(400, 'bad_user_input', 'The body is not JSON.'));
        return;
      }
      const query: unknown = (request.body as { query?: unknown } | undefined)?.query;
      if (typeof query === 'string' && query.length > textLength) {
        response
          .status(413)
          .json(graphqlRefusal(413, 'query_is_too_large', `A query holds at most ${textLength} characters.`));
        return;
      }
      next();
    },
  ];
}

function graphqlRefusal(status: number, code: string, message: string): object {
  return { errors: [{ message, extensions: { code, status, details: null } }] };
}

function graphqlHandler(
  graphql: ApolloServer<Context>,
  { authenticate, db }: HttpDependencies,
): RequestHandler {
  return expressMiddleware(graphql, {
    context: async ({ req }) => {
      const actor = await authenticate(req.headers.authorization).catch(anonymous);
      return Context.reading({ actor, surface: 'graphql', pageLimits: GRAPHQL_PAGE_LIMITS }, db);
    },
  });
}

/** Without a valid key only introspection answers; every field of the schema asks for the actor. */
function anonymous(error: unknown): null {
  if (error instanceof AppError && error.kind === 'unauthenticated') return null;
  throw error;
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    log.error({ err: error }, 'a request failed unexpectedly');
    response.status(500).json(INTERNAL_ERROR);
  };
}
