import { createHash } from 'node:crypto';
import { ACTORS, type Attack, nameOf } from './bomb.js';
import { graphqlBombs } from './graphql-bombs.js';
import { restBombs } from './rest-bombs.js';

/** Every attack there is, in the order of its names. */
export function allAttacks(): Attack[] {
  return [...restBombs(), ...graphqlBombs()].flatMap((bomb) => ACTORS.map((actor) => ({ ...bomb, actor })));
}

/** An order of the attacks: those that take records of the world away come apart. */
export interface Campaign {
  readonly attacks: readonly Attack[];
  readonly removals: readonly Attack[];
}

/**
 * What no run leaves out comes first: each payload of each actor once on both surfaces, and every write with a key for
 * repeats. The rest follows in an order that the seed decides.
 */
export function campaignOf(attacks: readonly Attack[], seed: number): Campaign {
  const shuffled = attacks.toSorted((one, other) => (rank(seed, one) < rank(seed, other) ? -1 : 1));
  const kinds = new Set<string>();
  const [core, rest]: [Attack[], Attack[]] = [[], []];
  for (const attack of shuffled) {
    const { surface, payload, actor } = attack;
    const isNew = kinds.size < kinds.add([surface, payload, actor].join()).size;
    const isKeyed = payload === 'fresh' && actor === 'with all rights';
    (isNew || isKeyed ? core : rest).push(attack);
  }
  const { removals = [], others = [] } = Object.groupBy([...core, ...rest], ({ operation }) =>
    REMOVES.test(operation) ? 'removals' : 'others',
  );
  return { attacks: others, removals };
}

const REMOVES = /^(?:mutation )?(?:delete|destroy|remove|terminate|void)/;

function rank(seed: number, attack: Attack): string {
  return createHash('sha256')
    .update(`${seed} ${nameOf(attack)}`)
    .digest('hex');
}
