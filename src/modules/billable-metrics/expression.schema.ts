import { Extensions, Float, InputType, ObjectType } from 'type-graphql';
import { JsonMap, Of, Text } from '../../platform/api/members/fields.js';
import type { EvaluateExpression, SentExpressionEvent } from './expression.input.js';

@InputType({ description: 'A sample event.' })
export class ExpressionEventInput implements SentExpressionEvent {
  @Text('Code of the billable metric that the event is for.') code!: string;
  @Of.orNull(() => Float, 'Time of the event in Unix seconds. Defaults to the current time.') timestamp?:
    number | null;
  @JsonMap('Properties of the event, by name.') properties!: Record<string, unknown>;
}

@InputType({ description: 'An expression and an event to evaluate it on.' })
export class EvaluateExpressionInput implements EvaluateExpression {
  @Text('The expression, such as `event.properties.seconds / 60`.') expression!: string;
  @Of(() => ExpressionEventInput, 'The event for which the expression is computed.')
  @Extensions({ wholeCode: 'invalid_event' })
  event!: ExpressionEventInput;
}

@ObjectType({ description: 'The result of an expression.' })
export class ExpressionResult {
  @Text('A number with at least one decimal, such as "3.0", or a string.') value!: string;
}
