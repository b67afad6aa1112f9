import type postgres from 'postgres';

/** The statements that go to the database during some work, those of everybody who shares the connections. */
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

/** What depends on how long ago something was: the look at a key, its use, what a new connection asks for, notifications. */
const BESIDE_REQUESTS = /^(begin|commit)|from "api_keys"|update "api_keys"|pg_catalog\.pg_type|pg_notify/;

/** The same of requests alone, as many each time. */
export async function requestStatementsOf(
  drivers: readonly Pick<postgres.Sql, 'options'>[],
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await statementsOf(drivers, work);
  return statements.filter((statement) => !BESIDE_REQUESTS.test(statement));
}
