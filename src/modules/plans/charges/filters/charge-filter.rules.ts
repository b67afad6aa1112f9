import { filterErrors, type FilterValues, idOfFilterValues } from '../../../../core/metering/filters.js';
import type { ChargeModel } from '../../../../core/rating/charge-models.js';
import { groupBy } from '../../../../platform/collections/grouping.js';
import { FieldErrors } from '../../../../platform/errors/field-errors.js';
import { limitText } from '../../../../platform/errors/input-rules.js';
import type { SentChargeFilter } from './charge-filter.input.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { checkProperties } from '../properties/charge-properties.rules.js';

/** A filter as the input requests it. */
export interface RequestedFilter extends Pick<ChargeFilter, 'values' | 'properties' | 'invoiceDisplayName'> {
  /** The filter that changes; null for a new one. */
  readonly current: ChargeFilter | null;
}

/** The settings of a charge that its filters must fit. */
export interface FilteredCharge {
  readonly model: ChargeModel;
  /** The model that was sent with the filters; null if none was sent. */
  readonly sentModel: ChargeModel | null;
  /** The model of the current filters' properties; null for a new charge. */
  readonly formerModel: ChargeModel | null;
  /** Values by key of the metric's filters; null if the metric is unknown. */
  readonly declared: FilterValues | null;
}

/**
 * Validates the whole list of a charge's filters (charges.md §1–2). A filter with the values of an existing one is a change
 * of that one.
 * @returns the filters; use them only if no error was added.
 */
export function checkFilters(
  errors: FieldErrors,
  path: string,
  sent: readonly SentChargeFilter[],
  { current, charge }: { readonly current: readonly ChargeFilter[]; readonly charge: FilteredCharge },
): RequestedFilter[] {
  const unmatched = groupBy(current, ({ values }) => idOfFilterValues(values));
  return sent.flatMap((input, index) => {
    const same = isFilterValues(input.values)
      ? unmatched.get(idOfFilterValues(input.values))?.shift()
      : undefined;
    return checkFilter(errors, `${path}.${index}.`, input, { current: same ?? null, charge }) ?? [];
  });
}

/** Validates one filter. Omitted members stay as they are. */
export function checkFilter(
  errors: FieldErrors,
  path: string,
  sent: SentChargeFilter,
  { current, charge }: { readonly current: ChargeFilter | null; readonly charge: FilteredCharge },
): RequestedFilter | null {
  limitText(errors, `${path}invoiceDisplayName`, sent.invoiceDisplayName);
  const values = checkValues(errors, path, sent.values ?? current?.values, charge.declared);
  const properties =
    sent.properties === undefined && current !== null && charge.formerModel === charge.model
      ? current.properties
      : checkProperties(errors, `${path}properties`, charge.model, {
          properties: sent.properties,
          chargeModel: charge.sentModel,
        });
  if (values === null || properties === null) return null;
  const former = current?.invoiceDisplayName ?? null;
  const invoiceDisplayName = sent.invoiceDisplayName === undefined ? former : sent.invoiceDisplayName;
  return { current, values, properties, invoiceDisplayName };
}

/**
 * Validates a filter that is added to a charge, or changed, by itself.
 * @throws AppError `validation_errors`; `values: value_already_exist` if another filter has the same values.
 */
export function checkSingleFilter(
  sent: SentChargeFilter,
  { others, ...known }: SingleFilter,
): RequestedFilter {
  const errors = new FieldErrors();
  const requested = checkFilter(errors, '', sent, known);
  const isTaken = (id: string) => others.some(({ values }) => idOfFilterValues(values) === id);
  if (requested !== null && isTaken(idOfFilterValues(requested.values)))
    errors.add('values', 'value_already_exist');
  if (requested === null || !errors.isEmpty) throw errors.error();
  return requested;
}

interface SingleFilter {
  /** The filter that changes; null for a new one. */
  readonly current: ChargeFilter | null;
  /** The other filters of the charge. */
  readonly others: readonly ChargeFilter[];
  readonly charge: FilteredCharge;
}

function checkValues(
  errors: FieldErrors,
  path: string,
  values: unknown,
  declared: FilterValues | null,
): FilterValues | null {
  if (values !== undefined && !isFilterValues(values)) {
    errors.add(`${path}values`, 'invalid_format');
    return null;
  }
  const wrong = filterErrors(values ?? {}, declared ?? values ?? {});
  for (const code of wrong.values) errors.add(`${path}values`, code);
  for (const code of wrong.billableMetricFilter) errors.add(`${path}billableMetricFilter`, code);
  return values ?? null;
}

function isFilterValues(sent: unknown): sent is FilterValues {
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((value) => typeof value === 'string');
  return typeof sent === 'object' && sent !== null && Object.values(sent).every(isTexts);
}
