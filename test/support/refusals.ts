import type { Client, RestAnswer } from './client.js';
import { graphqlInput, snakeCase } from './graphql-input.js';

/** Stands for a refusal by the types of the GraphQL schema, before any rule runs. */
export const TYPED = 'typed';

/** The refused fields with their codes, or a status with its code. Null when nothing was refused. */
export type Refusal = Record<string, unknown> | [status: number, code: string] | typeof TYPED | null;

export function refusalOf({ status, body }: RestAnswer): Refusal {
  if (status === 200) return null;
  return body.error_details ?? [status, body.code];
}

/**
 * Sends a REST body as the input of a GraphQL mutation and translates the refusal to REST: spelling of fields, and codes
 * for not found, not allowed and forbidden.
 * @param body the REST body, with the ids that GraphQL uses in place of codes.
 */
export async function refusalInGraphql(
  client: Client,
  mutation: string,
  body: Record<string, unknown>,
): Promise<Refusal> {
  const inputType = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const document = `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { __typename } }`;
  const { errors } = await client.graphql(document, { input: graphqlInput(body) });
  if (errors === undefined) return null;
  const { code, status, details } = errors[0].extensions;
  if (code === 'bad_user_input') return TYPED;
  if (status === 405) return [405, code];
  const fields = Object.entries(details as Record<string, unknown>).map(
    ([place, codes]) => [snakeCase(place), codes] as const,
  );
  if (status === 404) return [404, `${fields[0]?.[0]}_not_found`];
  return status === 403 ? [403, details.base[0]] : Object.fromEntries(fields);
}
