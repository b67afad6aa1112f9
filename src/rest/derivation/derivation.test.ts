import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import type { ResourceOptions } from '../declaration.js';
import { resource, writtenRows } from '../resource.js';
import type { WrittenRow } from '../route.js';
import { Derivation } from './derivation.js';
import { printOperations } from './print-operations.js';

const SCHEMA = buildSchema(`
  enum Mood { glad sad }
  type PageInfo { totalCount: Int! }
  type Author { id: ID!, code: String!, books: [Book!]! }
  interface Titled { title: String! }
  type Book implements Titled { id: ID!, title: String!, mood: Mood! }
  type AuthorConnection { nodes: [Author!]!, pageInfo: PageInfo! }
  type BookConnection { nodes: [Book!]!, pageInfo: PageInfo! }
  type LentBook { authorId: ID!, bookId: ID!, book: Book! }
  type BookPayload { book: Book!, deletedId: ID }
  type MetadataPayload { metadata: String }
  input AuthorFilter { name: String }
  input CreateBookInput { authorId: ID!, shelfId: ID!, title: String! }
  input UpdateBookInput { id: ID!, title: String }
  input DeleteBookInput { id: ID!, reason: String }
  input LendBookInput { id: ID!, authorId: ID!, to: String }
  input MetadataInput { id: ID!, metadata: String }
  input DeleteMetadataInput { code: String, id: ID, key: String }
  type Query {
    author(code: String, id: ID): Author!
    authors(after: String, page: Int, perPage: Int, filter: AuthorFilter, search: String): AuthorConnection!
    book(authorCode: String!, code: String!, mood: Mood, orLost: Boolean): Book!
    books(authorCode: String!, page: Int, perPage: Int, mood: Mood): BookConnection!
    lentBook(authorCode: String!, id: ID!): LentBook!
  }
  type Mutation {
    createBook(input: CreateBookInput!): BookPayload!
    updateBook(input: UpdateBookInput!): BookPayload!
    deleteBook(input: DeleteBookInput!): BookPayload!
    updateLentBook(input: LendBookInput!): LentBook!
    setAuthorMetadata(input: MetadataInput!): MetadataPayload!
    mergeAuthorMetadata(input: MetadataInput!): MetadataPayload!
    deleteAuthorMetadata(input: DeleteMetadataInput!): MetadataPayload!
  }
`);

const AUTHORS: ResourceOptions = { name: 'Author', path: '/authors/:code' };
const BOOKS: ResourceOptions = { name: 'Book', parent: resource(AUTHORS), path: '/books/:book_code' };
const LENT: ResourceOptions = {
  name: 'LentBook',
  parent: resource(AUTHORS),
  path: '/lent/:svc_id',
  wrapper: 'book',
  fragment: 'RestBook',
};

const FRAGMENTS = {
  RestMeta: 'fragment RestMeta on PageInfo { total_count: totalCount }',
  RestAuthor: 'fragment RestAuthor on Author { svc_id: id }',
  RestBook: 'fragment RestBook on Titled { title }',
};

const derived = (options: ResourceOptions) =>
  new Derivation(SCHEMA, parse(Object.values(FRAGMENTS).join('\n'))).write(resource(options).operations);

describe('an operation is derived from the resource and the schema', () => {
  test.each<[string, ResourceOptions, string[]]>([
    [
      'a list takes pages, its filter, and what the resource reads from the query',
      { ...AUTHORS, list: true, inQuery: { search: 'searchTerm' } },
      [
        'query RestListAuthors($page: Int, $perPage: Int, $filter: AuthorFilter, $searchTerm: String) { body: authors(page: $page, perPage: $perPage, filter: $filter, search: $searchTerm) { authors: nodes { ...RestAuthor } meta: pageInfo { ...RestMeta } } }',
      ],
    ],
    [
      'a list below a record takes what names that',
      { ...BOOKS, list: true, inQuery: { mood: 'bookMood' } },
      [
        'query RestListBooks($code: String!, $page: Int, $perPage: Int, $bookMood: Mood) { body: books(authorCode: $code, page: $page, perPage: $perPage, mood: $bookMood) { books: nodes { ...RestBook } meta: pageInfo { ...RestMeta } } }',
      ],
    ],
    [
      'one record, by what names it and what it lies below',
      { ...BOOKS, get: true },
      [
        'query RestGetBook($code: String!, $bookCode: String!) { book(authorCode: $code, code: $bookCode) { ...RestBook } }',
      ],
    ],
    [
      'one record that another object holds',
      { ...LENT, get: true },
      [
        'query RestGetLentBook($code: String!, $svcId: ID!) { body: lentBook(authorCode: $code, id: $svcId) { book { ...RestBook } } }',
      ],
    ],
    [
      'a creation below a record, whose lookup finds the ids that the input needs and the record has',
      { ...BOOKS, create: true },
      [
        'query RestFindAuthorOfBook($code: String!) { found: author(code: $code) { authorId: id } }',
        'mutation RestCreateBook($input: CreateBookInput!) { body: createBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'two changes share one lookup',
      {
        ...BOOKS,
        update: true,
        delete: { hasBody: true },
        found: { members: ['mood'], arguments: { orLost: true } },
      },
      [
        'query RestFindBook($code: String!, $bookCode: String!) { found: book(authorCode: $code, code: $bookCode, orLost: true) { id mood } }',
        'mutation RestUpdateBook($input: UpdateBookInput!) { body: updateBook(input: $input) { book { ...RestBook } } }',
        'mutation RestDeleteBook($input: DeleteBookInput!) { body: deleteBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'a lookup of an object that holds the record',
      { ...LENT, update: true },
      [
        'query RestFindLentBook($code: String!, $svcId: ID!) { found: lentBook(authorCode: $code, id: $svcId) { id: bookId authorId } }',
        'mutation RestUpdateLentBook($input: LendBookInput!) { body: updateLentBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'metadata',
      { ...AUTHORS, metadata: true },
      [
        'mutation RestSetAuthorMetadata($input: MetadataInput!) { body: setAuthorMetadata(input: $input) { metadata } }',
        'mutation RestMergeAuthorMetadata($input: MetadataInput!) { body: mergeAuthorMetadata(input: $input) { metadata } }',
        'mutation RestDeleteAuthorMetadata($code: String!) { body: deleteAuthorMetadata(input: { code: $code }) { metadata } }',
        'mutation RestDeleteAuthorMetadataKey($code: String!, $key: String!) { body: deleteAuthorMetadata(input: { code: $code, key: $key }) { metadata } }',
        'query RestFindAuthor($code: String!) { found: author(code: $code) { id } }',
      ],
    ],
    [
      'what activity entries and messages show',
      { ...AUTHORS, represents: 'author' },
      ['query RestRepresentAuthor($id: ID!) { object: author(id: $id) { ...RestAuthor } }'],
    ],
  ])('%s', (_, options, expected) => {
    expect(derived(options)).toEqual(expected);
  });
});

test('each operation names the calls that run it', () => {
  const text = printOperations(SCHEMA, [resource({ ...AUTHORS, get: true })], parse(FRAGMENTS.RestAuthor));
  expect(text).toContain('# GET /authors/:code\nquery RestGetAuthor');
});

describe('what does not fit is refused', () => {
  test.each<[string, ResourceOptions, string]>([
    [
      'a path that no argument takes',
      { ...AUTHORS, path: '/authors/:nickname', get: true },
      'RestGetAuthor: no argument takes :nickname; it would be called authorNickname or nickname.',
    ],
    [
      'a root field that is missing',
      { name: 'Pen', path: '/pens/:code', get: true },
      'Query has no field pen.',
    ],
    [
      'a fragment about something else',
      { ...BOOKS, fragment: 'RestAuthor', create: true },
      'createBook answers nothing that RestAuthor is about.',
    ],
    [
      'a fragment that is missing',
      { ...AUTHORS, fragment: 'RestPoet', get: true },
      'There is no fragment RestPoet on a type of the schema.',
    ],
    [
      'a deletion that does not say that it takes a body',
      { ...BOOKS, delete: true },
      'DELETE /authors/:code/books/:book_code: the body may hold reason of DeleteBookInput: the deletion needs hasBody.',
    ],
    [
      'an argument that the lookup does not know',
      { ...BOOKS, update: true, found: { arguments: { orSold: true } } },
      'Unknown argument "orSold" on field "Query.book".',
    ],
  ])('%s', (_, options, message) => {
    const fragments = 'fragment RestAuthor on Author { svc_id: id } fragment RestBook on Book { title }';
    expect(() => printOperations(SCHEMA, [resource(options)], parse(fragments))).toThrow(message);
  });

  const AUTHOR = 'query RestAuthorByName($name: String!) { author(code: $name) { id } }';
  test.each<[string, string, WrittenRow[], string]>([
    [
      'a row whose path no variable takes',
      AUTHOR,
      [{ method: 'GET', path: '/authors/:code', operation: 'RestAuthorByName' }],
      'GET /authors/:code: no variable of RestAuthorByName takes :code.',
    ],
    [
      'two rows of one path',
      AUTHOR,
      [
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
      ],
      'Several rows answer GET /authors/:name.',
    ],
    ['an operation that no row names', AUTHOR, [], 'No row names the written operation RestAuthorByName.'],
    [
      'a row whose operation is missing',
      AUTHOR,
      [
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
        { method: 'GET', path: '/poets', operation: 'RestPoets' },
      ],
      'GET /poets: there is no operation RestPoets.',
    ],
    [
      'an operation that does not fit the schema',
      'query RestAuthorByName($name: String!) { author(code: $name) { age } }',
      [{ method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' }],
      'Cannot query field "age" on type "Author".',
    ],
  ])('%s', (_, written, rows, message) => {
    expect(() => printOperations(SCHEMA, [writtenRows(...rows)], parse(written))).toThrow(message);
  });
});
