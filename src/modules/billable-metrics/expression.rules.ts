import { evaluateExpression } from '../../core/expression/evaluator.js';
import { type Expression, ExpressionError } from '../../core/expression/expression.js';
import { parseExpression } from '../../core/expression/parser.js';
import { invalid } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import { checkEventProperties, type EventLimits } from '../../platform/event-properties/event-properties.js';
import type { EvaluateExpression, SentExpressionEvent } from './expression.input.js';

/** Parses and validates an expression; null if an error was added. Source: aggregations.md §3. */
export function checkExpression(errors: FieldErrors, text: string): Expression | null {
  limitText(errors, 'expression', text, TEXT_LENGTH);
  const expression = failing(() => parseExpression(text));
  if (expression === null) errors.add('expression', 'invalid_expression');
  return expression;
}

/**
 * Evaluates an expression for an example event, as ingest would.
 * @throws AppError `expression: value_is_mandatory`, `invalid_expression`; `event: invalid_event` if it cannot be
 *   evaluated for the event; `event.properties` beyond the limits of stored events. Source: aggregations.md §3.
 */
export function tryExpression(
  { expression: text, event }: EvaluateExpression,
  now: Date,
  limits: EventLimits,
): string {
  const errors = new FieldErrors();
  checkEventProperties(errors, 'event.properties', event.properties, limits);
  requireText(errors, 'expression', text, TEXT_LENGTH);
  const expression = errors.has('expression') ? null : checkExpression(errors, text);
  errors.throwIfAny();
  if (expression === null) throw new Error('No error was reported for an invalid expression.');
  const { code, properties } = event;
  const timestamp = timeOf(event, now);
  const isInstant = !Number.isNaN(timestamp.getTime());
  const value = isInstant
    ? failing(() => evaluateExpression(expression, { code, timestamp, properties }))
    : null;
  if (value === null) throw invalid({ event: ['invalid_event'] });
  return value;
}

function timeOf({ timestamp }: SentExpressionEvent, now: Date): Date {
  return timestamp === undefined || timestamp === null ? now : new Date(timestamp * 1000);
}

/** Null if parsing or evaluating an expression fails. */
function failing<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
