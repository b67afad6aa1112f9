/** A new test clock. */
export interface CreateTestClock {
  readonly name?: string | null;
  readonly frozenTime: Date;
}
