/** An example event, which is not stored. */
export interface SentExpressionEvent {
  readonly code: string;
  readonly timestamp?: number | null;
  readonly properties: Record<string, unknown>;
}

/** An expression to evaluate for an example event. */
export interface EvaluateExpression {
  readonly expression: string;
  readonly event: SentExpressionEvent;
}
