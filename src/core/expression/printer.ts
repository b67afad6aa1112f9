import { PRECEDENCE, type Expression } from './expression.js';

/** The expression as text, with as few parentheses as its meaning allows: parsing it gives the same again. */
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

/** Above every operator. */
const TIGHTEST = Math.max(...Object.values(PRECEDENCE)) + 1;

/** In parentheses when it is an operation that binds less tight than its place asks for. */
function printOperand(operand: Expression, precedence: number): string {
  const text = printExpression(operand);
  const isLoose = operand.kind === 'operation' && PRECEDENCE[operand.operator] < precedence;
  return isLoose ? `(${text})` : text;
}
