import { createHash } from 'node:crypto';
import { ACTORS, type Attack, nameOf } from './bomb.js';
import { graphqlBombs } from './graphql-bombs.js';
import { restBombs } from './rest-bombs.js';

/** Every attack. */
export function allAttacks(): Attack[] {
  return [...restBombs(), ...graphqlBombs()].flatMap((bomb) => ACTORS.map((actor) => ({ ...bomb, actor })));
}

/** The attacks in four parts, each in the order of sending. */
export interface Campaign {
  /** Sent in every run: each payload by each actor on both surfaces. */
  readonly essential: readonly Attack[];
  /** Every write with an idempotency key, which may take a second connection. */
  readonly keyed: readonly Attack[];
  readonly further: readonly Attack[];
  /** Attacks that may delete records that other attacks name. */
  readonly removals: readonly Attack[];
}

/** @param seed decides the order, and which of several similar attacks are essential. */
export function campaignOf(attacks: readonly Attack[], seed: number): Campaign {
  const kinds = new Set<string>();
  const isEssential = ({ surface, payload, actor }: Attack) =>
    kinds.size < kinds.add([surface, payload, actor].join()).size;
  const ranked = attacks
    .map((attack) => ({ attack, rank: rankOf(seed, attack) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
  const parts = Object.groupBy(
    ranked.map(({ attack }) => attack),
    (attack) => {
      if (REMOVES.test(attack.operation)) return 'removals';
      if (isEssential(attack)) return 'essential';
      return attack.payload === 'fresh' && attack.actor === 'with all rights' ? 'keyed' : 'further';
    },
  );
  return { essential: [], keyed: [], further: [], removals: [], ...parts };
}

const REMOVES = /^(?:mutation )?(?:delete|destroy|remove|terminate|void)/;

function rankOf(seed: number, attack: Attack): string {
  return createHash('sha256')
    .update(`${seed} ${nameOf(attack)}`)
    .digest('hex');
}
