import { Router } from 'express';
import { UNKNOWN_PATH } from './errors.js';
import { RouteRunner, type RunnerDependencies } from './runner.js';
import { routes } from './routes.js';

export const REST_PREFIX = '/api/v1';

/** The REST layer. A row whose operation declares no permission stops the start. */
export function createRestRouter(dependencies: RunnerDependencies): Router {
  const router = Router({ caseSensitive: true });
  for (const route of routes) {
    const runner = new RouteRunner(route, dependencies);
    router[verbOf(route.method)](route.path, runner.handle);
  }
  router.use((_request, response) => {
    response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
  });
  return router;
}

function verbOf(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}
