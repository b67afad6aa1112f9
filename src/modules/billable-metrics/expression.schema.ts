import { Extensions, Field, Float, InputType, ObjectType } from 'type-graphql';
import { JsonObject } from '../../platform/api/scalars.js';
import type { EvaluateExpression, SentExpressionEvent } from './expression.input.js';

@InputType({ description: 'An event that was not sent.' })
export class ExpressionEventInput implements SentExpressionEvent {
  @Field(() => String)
  code!: string;

  @Field(() => Float, { nullable: true, description: 'Unix seconds; default: now.' })
  timestamp?: number | null;

  @Field(() => JsonObject)
  properties!: Record<string, unknown>;
}

@InputType({ description: 'An expression to try on an event.' })
export class EvaluateExpressionInput implements EvaluateExpression {
  @Field(() => String)
  expression!: string;

  @Field(() => ExpressionEventInput)
  @Extensions({ wholeCode: 'invalid_event' })
  event!: ExpressionEventInput;
}

@ObjectType({ description: 'What an expression gives an event.' })
export class ExpressionResult {
  @Field(() => String, { description: 'A number with a fractional digit, such as "3.0", or text.' })
  value!: string;
}
