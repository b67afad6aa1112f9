import type postgres from 'postgres';

/** The statements that go to the database during some work, those of everybody who shares the connections. */
export async function statementsOf(
  drivers: readonly postgres.Sql[],
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
