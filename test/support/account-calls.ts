import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Resource } from './builders.js';
import { Client, type GraphqlAnswer } from './client.js';
import type { ServedApp } from './server.js';

/** Who sends a call, and to which organization. */
export interface Sender {
  readonly token?: string | null;
  readonly organizationId?: string;
}

/** What a mutation that signs somebody in answers. */
export const SIGNS_IN = 'token user { id email }';

/** Sends GraphQL calls of people about their accounts. */
export class AccountCalls {
  /** @param selections of the mutations that do not sign anybody in, by name. */
  constructor(
    private readonly server: () => Pick<ServedApp, 'baseUrl'>,
    private readonly selections: Readonly<Record<string, string>>,
  ) {}

  send(
    query: string,
    variables: object,
    { token = null, organizationId }: Sender,
    baseUrl = this.server().baseUrl,
  ): Promise<GraphqlAnswer> {
    const headers: Record<string, string> =
      organizationId === undefined ? {} : { 'x-svc-organization': organizationId };
    return new Client(baseUrl, token, '').graphql(query, { ...variables }, headers);
  }

  mutate(name: string, input: object, sender: Sender = {}, baseUrl?: string): Promise<GraphqlAnswer> {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${this.selections[name] ?? SIGNS_IN} } }`;
    return this.send(query, { input }, sender, baseUrl);
  }

  /** The payload of a mutation that succeeds. */
  async done(name: string, input: object, sender: Sender = {}): Promise<Resource> {
    const { data, errors } = await this.mutate(name, input, sender);
    expect(errors).toBeUndefined();
    return data[name];
  }
}

/** Code, status and details of the error. */
export async function refusal(answer: Promise<GraphqlAnswer>): Promise<unknown[]> {
  const { code, status, details } = (await answer).errors?.[0]?.extensions ?? {};
  return [code, status, details];
}

export const invalid = (details: object) => ['unprocessable_entity', 422, details];

/** Confirms addresses, as the mutation does. */
export async function confirm({ pool }: Pick<ServedApp, 'pool'>, ...emails: string[]): Promise<void> {
  await pool.sql`update users set email_confirmed_at = now() where email = any(${emails})`;
}

export const newEmail = () => `${randomUUID()}@example.com`;
