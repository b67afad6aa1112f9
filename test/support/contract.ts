import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { differencesFromOpenApi, differencesOfMessage } from './openapi.js';

/** Checks responses against test/contract/openapi.json. */
const CHECKER = path.resolve(import.meta.dirname, '../contract/check.mjs');

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

interface Problem {
  readonly at: string;
  readonly message: string;
}

interface Checker {
  readonly validate: (exchange: Exchange) => Problem[];
  /** Checks a webhook message. */
  readonly validateWebhook: (message: unknown) => Problem[];
  readonly failures: (problems: Problem[]) => Problem[];
  readonly findOperation: (method: string, path: string) => unknown;
}

let checker: Promise<Checker> | null = null;

/** Statuses of our rules that the contract lists for no operation. */
const BEYOND_CONTRACT = new Set([413, 503]);

/** @throws Error naming each difference between a response and our OpenAPI file or the contract. */
export async function checkAnswer(exchange: Exchange): Promise<void> {
  const differences = differencesFromOpenApi(exchange);
  if (differences.length > 0) fail(exchange, 'differs from schema/openapi.json', differences);
  await checkContract(exchange);
}

/** @throws Error naming each difference between a webhook message and our OpenAPI file or the contract. */
export async function checkMessage(message: { readonly webhook_type: string }): Promise<void> {
  const differences = differencesOfMessage(message);
  checker ??= import(pathToFileURL(CHECKER).href) as Promise<Checker>;
  const { validateWebhook, failures } = await checker;
  const problems = failures(validateWebhook(message));
  const lines = [...differences, ...problems.map(({ at, message: problem }) => `${at}: ${problem}`)];
  if (lines.length === 0) return;
  throw new Error(`The message ${message.webhook_type} is not as described:\n${lines.join('\n')}`);
}

async function checkContract(exchange: Exchange): Promise<void> {
  if (BEYOND_CONTRACT.has(exchange.status)) return;
  checker ??= import(pathToFileURL(CHECKER).href) as Promise<Checker>;
  const { validate, failures, findOperation } = await checker;
  // An unknown path returns 404 (rest-conventions.md §1).
  if (findOperation(exchange.method, exchange.path) === null && exchange.status === 404) return;
  const problems = failures(validate(exchange));
  if (problems.length > 0) {
    const lines = problems.map(({ at, message }) => `${at}: ${message}`);
    fail(exchange, 'breaks the contract', lines);
  }
}

function fail({ method, path: called, status }: Exchange, how: string, lines: readonly string[]): never {
  throw new Error(`The answer ${status} to ${method} ${called} ${how}:\n${lines.join('\n')}`);
}
