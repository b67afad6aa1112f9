import { expect, test } from '@jest/globals';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { readEventTypes } from './event-types.js';

const INVALID = { eventTypes: ['value_is_invalid'] };

test.each([
  ['null stands for everything', null, null, {}],
  ['so does a star', ['*'], null, {}],
  ['also with blanks and blank names', [' * ', '', '  '], null, {}],
  ['an empty list stands for nothing', [], [], {}],
  ['so does a list of blank names', [' '], [], {}],
  [
    'names are trimmed, in lower case, and each is kept once',
    [' Invoice.Created', 'invoice.created'],
    ['invoice.created'],
    {},
  ],
  [
    'an unknown name is refused',
    ['invoice.created', 'invoice.eaten'],
    ['invoice.created', 'invoice.eaten'],
    INVALID,
  ],
  ['a star beside a name is refused', ['*', 'invoice.created'], ['*', 'invoice.created'], INVALID],
])('%s', (_why, sent, read, details) => {
  const errors = new FieldErrors();
  expect(readEventTypes(errors, sent)).toEqual(read);
  expect(errors.details()).toEqual(details);
});
