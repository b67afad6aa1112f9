import type { BombWorld } from './world.js';
import type { Sent } from './target.js';

export const ACTORS = ['without a key', 'with a limited key', 'with all rights'] as const;
export type Actor = (typeof ACTORS)[number];

/** A request without the headers that depend on the actor and the format. */
type Request = Omit<Sent, 'headers'> & Partial<Pick<Sent, 'headers'>>;

/** A request that may be expensive to serve, with a payload at one place of one operation. */
export interface Bomb {
  readonly surface: 'REST' | 'GraphQL';
  readonly operation: string;
  readonly place: string;
  readonly payload: string;
  /** Builds the request when it is sent: all requests together would not fit into memory. */
  readonly request: (world: BombWorld) => Request | Promise<Request>;
}

/** A bomb sent by a certain actor. */
export interface Attack extends Bomb {
  readonly actor: Actor;
}

/** The name of an attack, by which it can be replayed. */
export function nameOf({ surface, operation, place, payload, actor }: Attack): string {
  return [surface, operation, place, payload, actor].join(' | ');
}

export async function sentBy({ actor, request }: Attack, world: BombWorld): Promise<Sent> {
  const { headers = {}, ...sent } = await request(world);
  const key = world.keys[actor];
  return {
    ...sent,
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
  };
}
