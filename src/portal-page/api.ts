/** Why the server has refused a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** Codes by the names of members. */
    readonly details: Readonly<Record<string, readonly string[]>>,
  ) {
    super(`The server has refused the request with ${status}.`);
  }
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly extensions: { readonly status: number; readonly details: Refusal['details'] | null };
  }[];
}

/** Sends operations, with the token of the portal or (null) without any. */
export class Api {
  constructor(private readonly token: string | null) {}

  /** @throws Refusal when a part of the operation was refused. */
  async send<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token === null ? {} : { 'x-svc-portal-token': this.token }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as Answer;
    const [error] = errors ?? [];
    if (error !== undefined) throw new Refusal(error.extensions.status, error.extensions.details ?? {});
    return data as Data;
  }
}
