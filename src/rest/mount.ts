import { Router } from 'express';
import { NOT_BUILT_YET, UNKNOWN_PATH } from './errors.js';
import { RouteRunner, type RunnerDependencies } from './runner.js';
import { routes } from './routes.js';
import type { Method } from './route.js';
import { unbuiltOperations } from './unbuilt.js';

export const REST_PREFIX = '/api/v1';

/** Creates the router of the REST surface. @throws Error when the operation of a row declares no permission. */
export function createRestRouter(dependencies: RunnerDependencies): Router {
  const router = Router({ caseSensitive: true });
  for (const route of routes) {
    const runner = new RouteRunner(route, dependencies);
    router[verbOf(route.method)](route.path, runner.handle);
  }
  for (const { method, path } of unbuiltOperations(routes)) {
    router[verbOf(method)](path, (_request, response) => {
      response.status(NOT_BUILT_YET.status).json(NOT_BUILT_YET);
    });
  }
  router.use((_request, response) => {
    response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
  });
  return router;
}

function verbOf(method: Method) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}
