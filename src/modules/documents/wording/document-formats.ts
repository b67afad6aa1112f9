import type { Big } from '../../../core/money/decimal.js';
import { currencyDecimals, fromCents } from '../../../core/money/money.js';
import type { Period } from '../../../core/time/period.js';
import { lastInstant } from '../../../core/time/period.js';
import { ianaZone } from '../../../core/time/timezones.js';

/** The most decimals that prices and quantities show; stored ones have up to 15. */
const MOST_DECIMALS = 12;

/** Writes amounts, numbers and dates in the manner of one language, for one currency and time zone. */
export class Formats {
  private readonly money: Intl.NumberFormat;
  private readonly prices: Intl.NumberFormat;
  private readonly numbers: Intl.NumberFormat;
  private readonly percentages: Intl.NumberFormat;
  private readonly dates: Intl.DateTimeFormat;
  private readonly localDates: Intl.DateTimeFormat;

  constructor(
    language: string,
    private readonly currency: string,
    timezone: string,
  ) {
    const decimals = currencyDecimals(currency);
    const style = { style: 'currency', currency, minimumFractionDigits: decimals } as const;
    this.money = new Intl.NumberFormat(language, { ...style, maximumFractionDigits: decimals });
    this.prices = new Intl.NumberFormat(language, { ...style, maximumFractionDigits: MOST_DECIMALS });
    this.numbers = new Intl.NumberFormat(language, { maximumFractionDigits: MOST_DECIMALS });
    this.percentages = new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: MOST_DECIMALS,
    });
    const long = { year: 'numeric', month: 'long', day: 'numeric' } as const;
    this.dates = new Intl.DateTimeFormat(language, { ...long, timeZone: 'UTC' });
    this.localDates = new Intl.DateTimeFormat(language, {
      ...long,
      month: 'short',
      timeZone: ianaZone(timezone),
    });
  }

  /** An amount of minor units. */
  amount(cents: bigint): string {
    return this.money.format(decimalOf(fromCents(cents, this.currency)));
  }

  /** An amount that is taken off. */
  deduction(cents: bigint): string {
    return this.amount(-cents);
  }

  /** A price in currency units, with all its decimals. */
  price(units: Big): string {
    return this.prices.format(decimalOf(units));
  }

  number(value: Big | number): string {
    return this.numbers.format(typeof value === 'number' ? value : decimalOf(value));
  }

  /** @param rate in percent. */
  percentage(rate: Big): string {
    return this.percentages.format(decimalOf(rate.div(100)));
  }

  /** A calendar date, `2026-05-31`. */
  date(date: string): string {
    return this.dates.format(new Date(`${date}T00:00:00Z`));
  }

  /** The first and the last local day of a period. */
  period(period: Period): string {
    return this.localDates.formatRange(period.from, lastInstant(period));
  }
}

/** `Intl` reads decimal text exactly, where a number would lose digits. */
function decimalOf(value: Big): Intl.StringNumericLiteral {
  return value.toFixed() as Intl.StringNumericLiteral;
}
