import { PRECEDENCE, type Expression } from './expression.js';

/** Prints an expression with as few parentheses as possible; parsing the text gives an equal expression. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.value.toFixed();
    case 'text':
      return `'${expression.value}'`;
    case 'code':
    case 'timestamp':
      return `event.${expression.kind}`;
    case 'property':
      return `event.properties.${expression.name}`;
    case 'negation':
      return `-${printOperand(expression.operand, TIGHTEST)}`;
    case 'operation': {
      const { operator, left, right } = expression;
      const precedence = PRECEDENCE[operator];
      return `${printOperand(left, precedence)} ${operator} ${printOperand(right, precedence + 1)}`;
    }
    case 'call':
      return `${expression.name}(${expression.inputs.map(printExpression).join(', ')})`;
  }
}

/** A precedence above that of every operator. */
const TIGHTEST = Math.max(...Object.values(PRECEDENCE)) + 1;

/** Prints an operand, in parentheses if it is an operation of lower precedence than its place requires. */
function printOperand(operand: Expression, precedence: number): string {
  const text = printExpression(operand);
  const isLoose = operand.kind === 'operation' && PRECEDENCE[operand.operator] < precedence;
  return isLoose ? `(${text})` : text;
}
