import type { BombWorld } from './world.js';
import type { Sent } from './target.js';

export const ACTORS = ['without a key', 'with a limited key', 'with all rights'] as const;
export type Actor = (typeof ACTORS)[number];

/** A request without what the actor and the format add to its headers. */
type Request = Omit<Sent, 'headers'> & Partial<Pick<Sent, 'headers'>>;

/** One request that may cost much, at one place of one operation. */
export interface Bomb {
  readonly surface: 'REST' | 'GraphQL';
  readonly operation: string;
  readonly place: string;
  readonly payload: string;
  /** Made when it is sent: together they would not fit into memory. */
  readonly request: (world: BombWorld) => Request | Promise<Request>;
}

/** A bomb in the hands of somebody. */
export interface Attack extends Bomb {
  readonly actor: Actor;
}

/** Names one attack, to play it again. */
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
