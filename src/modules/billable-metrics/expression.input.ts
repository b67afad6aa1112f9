/** An event that was not sent. */
export interface SentExpressionEvent {
  readonly code: string;
  readonly timestamp?: number | null;
  readonly properties: Record<string, unknown>;
}

/** An expression to try on an event. */
export interface EvaluateExpression {
  readonly expression: string;
  readonly event: SentExpressionEvent;
}
