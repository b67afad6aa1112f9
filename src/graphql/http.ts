import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { type RequestHandler, type Response, Router } from 'express';
import { GraphQLError } from 'graphql';
import type { Actor } from '../platform/actor.js';
import { Context } from '../platform/api/context.js';
import { parseCleanJson } from '../platform/clean-text.js';
import type { Db } from '../platform/db/database.js';
import { AppError, HTTP_STATUS } from '../platform/errors/app-error.js';
import type { Limits } from '../platform/limits.js';
import { readBody } from '../platform/request-body.js';
import { currentRequestId, nameOperation } from '../platform/request-scope.js';
import { expectedFailure } from './errors.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './limits.js';

interface HandlerOptions {
  readonly server: ApolloServer<Context>;
  readonly authenticate: (authorization: string | undefined) => Promise<Actor>;
  readonly db: Db;
  readonly limits: Limits;
  /** Whether a browser is shown the explorer. */
  readonly explorer: boolean;
}

const PAGE_LIMITS = { defaultSize: DEFAULT_PAGE_SIZE, maxSize: MAX_PAGE_SIZE };

/** The GraphQL endpoint: POST runs operations, GET only shows a browser the explorer. */
export function graphqlRouter(options: HandlerOptions): Router {
  const router = Router();
  const apollo = apolloHandler(options);
  router.get('/', (request, response, next) => {
    if (!options.explorer || request.accepts(['json', 'html']) !== 'html') {
      refuseMethod(response);
      return;
    }
    request.body = {}; // Apollo's handler insists that bodies have been read
    apollo(request, response, next);
  });
  router.post('/', readOperation(options.limits), apollo);
  router.use((_request, response) => {
    refuseMethod(response);
  });
  return router;
}

/** Parses the body, and refuses a query text over the limit before anything reads it. */
function readOperation({ graphqlTextLength }: Limits): RequestHandler {
  return async (request, response, next) => {
    nameOperation('graphql', 'unread');
    try {
      const body = parseCleanJson((await readBody(request, response)).toString('utf8') || '{}');
      request.body = body;
      const query = (body as { query?: unknown } | null)?.query;
      if (typeof query === 'string' && query.length > graphqlTextLength) {
        refuse(response, 413, 'query_is_too_large', `A query holds at most ${graphqlTextLength} characters.`);
      } else {
        next();
      }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'tooLarge')
        refuse(response, 413, 'query_is_too_large', 'A body holds at most 10 MB.');
      else refuse(response, 400, 'bad_user_input', 'The body is not JSON.');
    }
  };
}

function apolloHandler({ server, authenticate, db }: HandlerOptions): RequestHandler {
  return expressMiddleware(server, {
    context: async ({ req }) => {
      const actor = await authenticate(req.headers.authorization).catch(anonymous);
      const caller = { address: req.ip ?? null, userAgent: req.headers['user-agent'] ?? null };
      return Context.reading({ actor, surface: 'graphql', pageLimits: PAGE_LIMITS, caller }, db);
    },
  });
}

/** Without a valid key only introspection answers; every field of the schema asks for the actor. */
function anonymous(error: unknown): null {
  const failure = expectedFailure(error);
  if (failure?.kind === 'unauthenticated') return null;
  if (failure === null) throw error;
  // Apollo takes the status of what fails before the operation from here; without it, 500.
  const http = { status: HTTP_STATUS[failure.kind] };
  throw new GraphQLError(failure.message, { originalError: failure, extensions: { http } });
}

function refuseMethod(response: Response): void {
  response.setHeader('Allow', 'POST');
  refuse(response, 405, 'bad_user_input', 'Operations are sent by POST.');
}

/** A refusal before GraphQL itself is reached, in the shape of its errors. */
function refuse(response: Response, status: number, code: string, message: string): void {
  const extensions = { code, status, details: null, requestId: currentRequestId() };
  response.status(status).json({ errors: [{ message, extensions }] });
}
