import { getNullableType, isListType } from 'graphql';
import {
  documentOf,
  requiredVariables,
  ROOT_FIELDS,
  type RootField,
  sampleOfType,
} from '../support/graphql-fields.js';
import { hostileJson, raw } from '../support/hostile-values.js';
import type { Bomb } from './bomb.js';
import { documentBombs } from './document-bombs.js';
import { argumentWith, type InputPlace, inputPlacesOf } from './input-places.js';
import { outputBombs } from './output-bombs.js';
import { EXCESSES, gzipped, LONGEST_LIST, PAYLOADS, ROOM } from './payloads.js';
import { type BombWorld, freshKey } from './world.js';

const PATH = '/graphql';
const ANY_QUERY = '{ __typename }';

/** Bombs for every input of every root field of schema/schema.graphql, and for whole documents and bodies. */
export function graphqlBombs(): Bomb[] {
  const met = new Set<string>();
  return [
    ...ROOT_FIELDS.flatMap((root) => [
      ...inputPlacesOf(root, met).flatMap((place) => inputBombs(root, place)),
      ...(root.kind === 'mutation' ? [keyedBomb(root)] : []),
    ]),
    ...documentBombs(),
    ...outputBombs(),
    ...envelopeBombs(),
  ];
}

const post = (body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path: PATH,
  headers,
  body,
});

const nameOfRoot = ({ kind, field }: RootField) => `${kind} ${field.name}`;

function inputBombs(root: RootField, place: InputPlace): Bomb[] {
  const { argument, path, type } = place;
  const at = (payload: string, value: (world: BombWorld) => unknown): Bomb => ({
    surface: 'GraphQL',
    operation: nameOfRoot(root),
    place: [argument.name, ...path].join('.'),
    payload,
    request: (world) => {
      const variables = {
        ...requiredVariables(root, world.known),
        [argument.name]: argumentWith(place, value(world), world.known),
      };
      return post(hostileJson({ query: documentOf(root), variables }));
    },
  });
  const element = getNullableType(type);
  return [
    ...PAYLOADS.map(({ name, json }) => at(name, () => raw(json(ROOM)))),
    ...(isListType(element)
      ? [
          at('longest list', ({ known }) =>
            Array.from({ length: LONGEST_LIST }, () =>
              sampleOfType(element.ofType, (path.at(-1) ?? argument.name).replace(/s$/, ''), known),
            ),
          ),
        ]
      : []),
  ];
}

/** A valid mutation with an idempotency key. */
function keyedBomb(root: RootField): Bomb {
  return {
    surface: 'GraphQL',
    operation: nameOfRoot(root),
    place: 'header Idempotency-Key',
    payload: 'fresh',
    request: ({ known }) => {
      const variables = requiredVariables(root, known);
      return post(JSON.stringify({ query: documentOf(root), variables }), { 'idempotency-key': freshKey() });
    },
  };
}

/** Bombs around the document: undeclared variables, extensions, the whole body. */
function envelopeBombs(): Bomb[] {
  const at = (place: string, payload: string, request: Bomb['request']): Bomb => ({
    surface: 'GraphQL',
    operation: 'envelope',
    place,
    payload,
    request,
  });
  const around = (member: string, json: string) =>
    hostileJson({ query: ANY_QUERY, [member]: { a: raw(json) } });
  return [
    ...['variables', 'extensions'].flatMap((member) => [
      ...PAYLOADS.map(({ name, json }) => at(member, name, () => post(around(member, json(ROOM))))),
      ...EXCESSES.flatMap(({ name, json }) => [
        at(member, name, () => post(around(member, json(ROOM)))),
        at(member, `${name}, gzip`, () =>
          post(gzipped(around(member, json(ROOM))), { 'content-encoding': 'gzip' }),
        ),
      ]),
    ]),
    ...EXCESSES.map(({ name, json }) => at('body', name, () => post(json(ROOM)))),
  ];
}
