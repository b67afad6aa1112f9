import type postgres from 'postgres';

/** The statements sent to the database during some work, including those of other users of the same connections. */
export async function statementsOf(
  drivers: readonly Pick<postgres.Sql, 'options'>[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  for (const { options } of drivers)
    options.debug = (_connection, statement) => void statements.push(statement);
  try {
    await work();
  } finally {
    for (const { options } of drivers) options.debug = false;
  }
  return statements;
}

/**
 * The number of reads and changes in statements. What a request asks for at once is one statement once it has been asked
 * for several times (docs/adr/0056), so that the number of statements alone depends on earlier requests.
 */
export function questionsIn(statements: readonly string[]): number {
  return statements.reduce((sum, text) => sum + Math.max(1, text.split(' as part (').length - 1), 0);
}

/** Statements that run or not depending on caches and timing: key lookups, key use, secrets of signatures, types for new connections, notifications, the API log. */
const BESIDE_REQUESTS =
  /^(begin|commit)|from "api_keys"|update "api_keys"|from "signing_secrets"|pg_catalog\.pg_type|pg_notify|synchronous_commit|insert into "api_log_entries"/;

/** The statements of the requests alone: their number is the same in every run. */
export async function requestStatementsOf(
  drivers: readonly Pick<postgres.Sql, 'options'>[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsOf(drivers, work);
  return statements.filter((statement) => !BESIDE_REQUESTS.test(statement));
}
