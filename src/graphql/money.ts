import {
  getNamedType,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { Extensions, ObjectType } from 'type-graphql';
import { currencyDecimals, fromCents } from '../core/money/money.js';
import { Cents, Currency, Text } from '../platform/api/members/fields.js';

/** An amount of money, for clients that show it. It is computed from members of the same object, and costs nothing. */
@ObjectType({ description: 'An amount of money.' })
@Extensions({ isComputed: true })
export class Money {
  @Cents('The amount in minor units of the currency: 1999 is 19.99 EUR.') amountCents!: bigint;
  @Currency('The currency of the amount.') currency!: string;
  @Text(
    'The amount in major units as decimal text, with the decimal places of the currency: "19.99" for 1999 cents of EUR, "1999" for 1999 JPY.',
  )
  amount!: string;
}

/** The members in which types have the currency of their amounts. */
const CURRENCIES = ['currency', 'amountCurrency', 'planAmountCurrency'];

const CENTS = /^(.*(?:[aA]mount|[bB]alance))Cents$/;

/**
 * Adds to each amount in minor units (`totalAmountCents`) the same amount with its currency (`totalAmount: Money`), in the
 * types that have the currency.
 */
export function completeMoney(schema: GraphQLSchema): void {
  const money = schema.getType('Money') as GraphQLObjectType;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    const fields = type.getFields();
    const currency = CURRENCIES.map((name) => fields[name]).find((field) => field !== undefined);
    if (currency === undefined || type === money) continue;
    for (const cents of Object.values(fields)) {
      const [, name] = CENTS.exec(cents.name) ?? [];
      if (name === undefined || getNamedType(cents.type).name !== 'SafeInt') continue;
      fields[name] = moneyField(name, money, { cents, currency });
    }
  }
}

interface Parts {
  readonly cents: GraphQLField<unknown, unknown>;
  readonly currency: GraphQLField<unknown, unknown>;
}

/** The resolver of a field, or one that reads the member of its name. */
const resolverOf = ({
  name,
  resolve,
}: GraphQLField<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  resolve ?? ((object) => (object as Readonly<Record<string, unknown>>)[name]);

function moneyOf(amountCents: bigint, currency: string): Money {
  const amount = fromCents(amountCents, currency).toFixed(currencyDecimals(currency));
  return { amountCents, currency, amount };
}

function moneyField(name: string, money: GraphQLObjectType, parts: Parts): GraphQLField<unknown, unknown> {
  const { cents, currency } = parts;
  return {
    name,
    description: `\`${cents.name}\` with its currency and as decimal text.`,
    type: isNonNullType(cents.type) ? new GraphQLNonNull(money) : money,
    args: [],
    resolve: async (...call) => {
      const [amountCents, code] = await Promise.all([
        resolverOf(cents)(...call),
        resolverOf(currency)(...call),
      ]);
      return amountCents === null || amountCents === undefined
        ? null
        : moneyOf(amountCents as bigint, code as string);
    },
    deprecationReason: cents.deprecationReason,
    extensions: cents.extensions,
    astNode: undefined,
  };
}
