import { parseDecimal } from '../money/decimal.js';
import {
  ARITY,
  ExpressionError,
  PRECEDENCE,
  type Expression,
  type FunctionName,
  type Operator,
} from './expression.js';
import { tokenize, type Token } from './tokenizer.js';

/**
 * Reads an expression: decimal and quoted text literals, members of the event, `+ - * /`, unary minus,
 * parentheses and functions.
 * @throws ExpressionError that names the unexpected part and its position.
 * Source: aggregations.md §3.
 */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokenize(source));
  return parser.whole();
}

/** A precedence climbing parser; each method reads one kind of expression from the current token on. */
class Parser {
  private index = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const expression = this.operations(0);
    if (this.current.kind !== 'end') throw this.unexpected();
    return expression;
  }

  /** Reads operands joined by operators of at least this precedence. */
  private operations(precedence: number): Expression {
    let left = this.operand();
    while (isOperator(this.current) && PRECEDENCE[this.current.text] >= precedence) {
      const operator = this.current.text;
      this.index += 1;
      // The right side must bind tighter, so that operators of one precedence group from the left.
      left = { kind: 'operation', operator, left, right: this.operations(PRECEDENCE[operator] + 1) };
    }
    return left;
  }

  private operand(): Expression {
    if (this.skip('-')) return { kind: 'negation', operand: this.operand() };
    if (this.skip('(')) {
      const inside = this.operations(0);
      this.require(')');
      return inside;
    }
    const token = this.current;
    if (token.kind === 'number') return this.number();
    if (token.kind === 'text') {
      this.index += 1;
      return { kind: 'text', value: token.text };
    }
    if (token.kind !== 'name') throw this.unexpected();
    this.index += 1;
    if (token.text === 'event') return this.member();
    if (isFunctionName(token.text)) return this.call(token.text);
    throw new ExpressionError(`Unknown name ${token.text} at position ${token.position}.`);
  }

  private number(): Expression {
    const { text, position } = this.current;
    const value = parseDecimal(text);
    if (value === null) throw new ExpressionError(`The number at position ${position} has too many digits.`);
    this.index += 1;
    return { kind: 'number', value };
  }

  /** Reads the member that follows `event`. */
  private member(): Expression {
    this.require('.');
    const { text, position } = this.name();
    if (text === 'code') return { kind: 'code' };
    if (text === 'timestamp') return { kind: 'timestamp' };
    if (text !== 'properties')
      throw new ExpressionError(`An event has no member ${text} (position ${position}).`);
    this.require('.');
    return { kind: 'property', name: this.name().text };
  }

  private call(name: FunctionName): Expression {
    const { position } = this.current;
    this.require('(');
    const inputs: Expression[] = [];
    if (!this.skip(')')) {
      do inputs.push(this.operations(0));
      while (this.skip(','));
      this.require(')');
    }
    const { least, most } = ARITY[name];
    if (inputs.length < least || inputs.length > most)
      throw new ExpressionError(
        `${name} does not take ${inputs.length} inputs (position ${position - name.length}).`,
      );
    return { kind: 'call', name, inputs };
  }

  private name(): Token {
    const token = this.current;
    if (token.kind !== 'name') throw this.unexpected();
    this.index += 1;
    return token;
  }

  private require(symbol: string): void {
    if (!this.skip(symbol)) throw this.unexpected(symbol);
  }

  private skip(symbol: string): boolean {
    const isNext = this.current.kind === 'symbol' && this.current.text === symbol;
    if (isNext) this.index += 1;
    return isNext;
  }

  private get current(): Token {
    return this.tokens[this.index] as Token;
  }

  private unexpected(expected?: string): ExpressionError {
    const { kind, text, position } = this.current;
    const found = kind === 'end' ? 'Unexpected end' : `Unexpected ${text}`;
    const hint = expected === undefined ? '' : `, ${expected} expected`;
    return new ExpressionError(`${found} at position ${position}${hint}.`);
  }
}

function isOperator(token: Token): token is Token & { text: Operator } {
  return token.kind === 'symbol' && Object.hasOwn(PRECEDENCE, token.text);
}

function isFunctionName(text: string): text is FunctionName {
  return Object.hasOwn(ARITY, text);
}
