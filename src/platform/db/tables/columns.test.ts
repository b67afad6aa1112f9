import { expect, test } from '@jest/globals';
import { pgTable } from 'drizzle-orm/pg-core';
import { fc } from '../../../../test/support/property.js';
import { instant } from './columns.js';

const { at: column } = pgTable('things', { at: instant('at') });

test('an instant is read as it was written, from the year 1 on', () => {
  const min = new Date('0001-01-01T00:00:00Z');
  const instants = fc.date({ min, max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  fc.assert(
    fc.property(
      fc.oneof(instants, fc.date({ min, max: new Date('0100-01-02'), noInvalidDate: true })),
      (at) => {
        const text = at
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '+00');
        expect(column.mapFromDriverValue(text)).toEqual(at);
        expect(column.mapToDriverValue(at)).toBe(at.toISOString());
      },
    ),
  );
});
