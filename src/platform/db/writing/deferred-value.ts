import type { DriverValueEncoder } from 'drizzle-orm';

/** Takes the place of a value in a statement that is written before its values are known (`compiled-query.ts`). */
export class DeferredValue {
  /** @param path where the values of a compiled query contain it: `[1, 'externalId']`. */
  constructor(readonly path: readonly (number | string)[]) {}
}

/** A parameter of such a statement: a deferred value, as the column that it is compared with encodes it. */
export class DeferredParameter {
  constructor(
    readonly deferred: DeferredValue,
    private readonly encoder: DriverValueEncoder<unknown, unknown> | null,
  ) {}

  /** @param values the values of the query. @returns the value to send. */
  valueIn(values: readonly unknown[]): unknown {
    let value: unknown = values;
    for (const key of this.deferred.path) value = (value as Record<number | string, unknown>)[key];
    return this.encoder === null ? value : this.encoder.mapToDriverValue(value);
  }
}
