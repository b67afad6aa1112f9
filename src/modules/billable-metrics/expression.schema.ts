import { Extensions, Field, Float, InputType, ObjectType } from 'type-graphql';
import { JsonObject } from '../../platform/api/scalars.js';
import type { EvaluateExpression, SentExpressionEvent } from './expression.input.js';

@InputType({ description: 'A sample event.' })
export class ExpressionEventInput implements SentExpressionEvent {
  @Field(() => String)
  code!: string;

  @Field(() => Float, { nullable: true, description: 'Unix seconds. Defaults to the current time.' })
  timestamp?: number | null;

  @Field(() => JsonObject)
  properties!: Record<string, unknown>;
}

@InputType({ description: 'An expression and an event to evaluate it on.' })
export class EvaluateExpressionInput implements EvaluateExpression {
  @Field(() => String, { description: 'The expression, such as `event.properties.seconds / 60`.' })
  expression!: string;

  @Field(() => ExpressionEventInput, { description: 'The event for which the expression is computed.' })
  @Extensions({ wholeCode: 'invalid_event' })
  event!: ExpressionEventInput;
}

@ObjectType({ description: 'The result of an expression.' })
export class ExpressionResult {
  @Field(() => String, { description: 'A number with at least one decimal, such as "3.0", or a string.' })
  value!: string;
}
