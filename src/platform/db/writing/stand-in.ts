import type { DriverValueEncoder } from 'drizzle-orm';

/** Takes the place of a value in a statement that is written before its values are known (`question.ts`). */
export class StandIn {
  /** @param path where the values of a question contain it: `[1, 'externalId']`. */
  constructor(readonly path: readonly (number | string)[]) {}
}

/** A parameter of such a statement: the value of a stand-in, as the column that it is compared with encodes it. */
export class StandInParameter {
  constructor(
    readonly standIn: StandIn,
    private readonly encoder: DriverValueEncoder<unknown, unknown> | null,
  ) {}

  /** @param values the values of the question. @returns the value to send. */
  valueIn(values: readonly unknown[]): unknown {
    let value: unknown = values;
    for (const key of this.standIn.path) value = (value as Record<number | string, unknown>)[key];
    return this.encoder === null ? value : this.encoder.mapToDriverValue(value);
  }
}
