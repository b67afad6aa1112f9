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

/** Statements that run or not depending on caches and timing: key lookups, key use, types for new connections, notifications. */
const BESIDE_REQUESTS = /^(begin|commit)|from "api_keys"|update "api_keys"|pg_catalog\.pg_type|pg_notify/;

/** The statements of the requests alone: their number is the same in every run. */
export async function requestStatementsOf(
  drivers: readonly Pick<postgres.Sql, 'options'>[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsOf(drivers, work);
  return statements.filter((statement) => !BESIDE_REQUESTS.test(statement));
}
