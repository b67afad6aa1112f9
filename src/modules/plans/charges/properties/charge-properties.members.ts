import type { ChargeModel } from '../../../../core/rating/charge-models.js';

/** A price or a quantity among the properties of a charge. */
interface Quantity<Type = 'decimal' | 'count'> {
  readonly type: Type;
  readonly description: string;
  /** The code of an error about a value of another type. */
  readonly invalidCode: string;
  readonly isOptional: boolean;
}

interface Ranges {
  readonly type: 'ranges';
  readonly description: string;
  readonly invalidCode: string;
  readonly item: RangeItem;
}

/** A range of units, as a GraphQL type. */
export interface RangeItem {
  readonly name: string;
  readonly description: string;
  readonly members: PropertyMembers;
}

export type PropertyMember = Quantity | Ranges;

export type PropertyMembers = Readonly<Record<string, PropertyMember>>;

interface PropertiesOfModel {
  readonly description: string;
  readonly members: PropertyMembers;
}

const declared =
  <Type>(type: Type, isOptional: boolean) =>
  (description: string, invalidCode = 'invalid_amount'): Quantity<Type> => ({
    type,
    description,
    invalidCode,
    isOptional,
  });
const decimal = Object.assign(declared('decimal' as const, false), {
  orNull: declared('decimal' as const, true),
});
const count = Object.assign(declared('count' as const, false), { orNull: declared('count' as const, true) });

const CURRENCY_UNITS = 'Currency units as a decimal string, such as "0.25".';
const rate = decimal('Percentage as a decimal string: "1.5" means 1.5 %.', 'invalid_rate');
const perUnitAmount = decimal(`Price per unit within the range. ${CURRENCY_UNITS}`);
const flatAmount = decimal(`Flat fee, due as soon as the range is reached. ${CURRENCY_UNITS}`);
const rangeOfUnits = (invalidCode: string) => ({
  fromValue: count(
    'First unit of the range: 0 or 1; in later ranges the previous `toValue`, or one more.',
    invalidCode,
  ),
  toValue: count.orNull('Last unit of the range. Null in the last range, which has no end.', invalidCode),
});

/** The properties of each charge model, beside the keys by which usage is grouped. Source: charges.md §2. */
export const PROPERTIES = {
  standard: {
    description: 'Every unit has the same price.',
    members: { amount: decimal(`Price per unit. ${CURRENCY_UNITS}`) },
  },
  graduated: {
    description: 'Each unit is priced by the range that it falls into.',
    members: {
      graduatedRanges: {
        type: 'ranges',
        description: 'The ranges of units, each with its prices.',
        invalidCode: 'invalid_graduated_ranges',
        item: {
          name: 'GraduatedRange',
          description: 'A range of units, and the prices of the units inside it.',
          members: { ...rangeOfUnits('invalid_graduated_ranges'), perUnitAmount, flatAmount },
        },
      },
    },
  },
  package: {
    description: 'Units beyond the free ones are sold in whole packages.',
    members: {
      amount: decimal(`Price per package. ${CURRENCY_UNITS}`),
      freeUnits: count('Free units per billing period.', 'invalid_free_units'),
      packageSize: count('Units per package.', 'invalid_package_size'),
    },
  },
  percentage: {
    description:
      'The units are an amount of money: a percentage of it is charged, plus a fixed amount per event.',
    members: {
      rate,
      fixedAmount: decimal.orNull(
        `Fixed amount per event that is not free. ${CURRENCY_UNITS}`,
        'invalid_fixed_amount',
      ),
      freeUnitsPerEvents: count.orNull(
        'Number of free events per billing period, counted from the first one.',
        'invalid_free_units_per_events',
      ),
      freeUnitsPerTotalAggregation: decimal.orNull(
        'Free units per billing period, as a decimal string.',
        'invalid_free_units_per_total_aggregation',
      ),
      perTransactionMinAmount: decimal.orNull(`Minimum charge per event that is not free. ${CURRENCY_UNITS}`),
      perTransactionMaxAmount: decimal.orNull(`Maximum charge per event. ${CURRENCY_UNITS}`),
    },
  },
  volume: {
    description: 'All units are priced by the range that their total falls into.',
    members: {
      volumeRanges: {
        type: 'ranges',
        description: 'The ranges of units, each with its prices.',
        invalidCode: 'invalid_volume_ranges',
        item: {
          name: 'VolumeRange',
          description: 'A range of units, and the prices of all units when their total lies inside it.',
          members: {
            fromValue: count(
              'First total of the range: 0 or 1; in later ranges the previous `toValue` plus one.',
              'invalid_volume_ranges',
            ),
            toValue: count.orNull(
              'Last total of the range. Null in the last range, which has no end.',
              'invalid_volume_ranges',
            ),
            perUnitAmount,
            flatAmount,
          },
        },
      },
    },
  },
  graduated_percentage: {
    description:
      'The units are an amount of money. Each part of it is charged at the percentage of the range that it ' +
      'falls into.',
    members: {
      graduatedPercentageRanges: {
        type: 'ranges',
        description: 'The ranges of units, each with its percentage.',
        invalidCode: 'invalid_graduated_percentage_ranges',
        item: {
          name: 'GraduatedPercentageRange',
          description: 'A range of units, and the percentage that is charged of its part.',
          members: { ...rangeOfUnits('invalid_graduated_percentage_ranges'), rate, flatAmount },
        },
      },
    },
  },
  dynamic: { description: 'Each event carries its own price.', members: {} },
} as const satisfies Readonly<Record<ChargeModel, PropertiesOfModel>>;
