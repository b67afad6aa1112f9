import type { FilterValues } from '../../../core/metering/filters.js';
import { isChargeModel, type ChargeModel } from '../../../core/rating/charge-models.js';
import { chargeErrors, type ChargeSettings } from '../../../core/rating/charge-rules.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { PricingUnit } from '../../pricing-units/pricing-unit.table.js';
import { checkPricingUnit, type PricedIn } from './properties/charge-pricing-unit.rules.js';
import { checkFilters, type RequestedFilter } from './filters/charge-filter.rules.js';
import type { ChargeFilter } from './filters/charge-filter.table.js';
import { checkProperties } from './properties/charge-properties.rules.js';
import type { UpdatePlanCharge } from './charge.input.js';
import type { Charge } from './charge.table.js';
import { checkEach } from '../plan-list.rules.js';

/** A charge as the input requests it, before its taxes are looked up. */
export interface RequestedCharge
  extends ChargeSettings, PricedIn, Pick<Charge, 'invoiceDisplayName' | 'properties'> {
  /** The charge that changes; null for a new one. */
  readonly current: Charge | null;
  /** Null: a default, made from the metric's code. */
  readonly code: string | null;
  /** Null: no metric has the id that was sent. */
  readonly metric: BillableMetric | null;
  readonly acceptsTargetWallet: boolean | null;
  /** Undefined: unchanged. */
  readonly taxCodes: readonly string[] | undefined;
  /** Undefined: unchanged. */
  readonly filters: readonly RequestedFilter[] | undefined;
}

/** An existing charge, with its filters in order. */
export interface CurrentCharge {
  readonly charge: Charge;
  readonly filters: readonly ChargeFilter[];
}

/** A metric, with the values that its filters declare by key. */
export interface ChargeableMetric {
  readonly metric: BillableMetric;
  readonly declared: FilterValues;
}

/** The data that charges are validated against. */
export interface ChargeSituation {
  /** The plan's charges, by id. */
  readonly existing: ReadonlyMap<string, CurrentCharge>;
  /** True if the plan has subscriptions: only some settings of an existing charge can change then. */
  readonly subscribed: boolean;
  /** True if the charges are overridden for one subscription, which may have its own spending minimum. */
  readonly overriding?: boolean;
  /** By id: the metrics that were sent, and those of the plan's charges. */
  readonly metrics: ReadonlyMap<string, ChargeableMetric>;
  /** By code: the pricing units that were sent. */
  readonly pricingUnits: ReadonlyMap<string, PricingUnit>;
}

/**
 * Validates the charges of a plan (charges.md §1–2).
 * @returns the charges; use them only if no error was added.
 */
export function checkCharges(
  errors: FieldErrors,
  inputs: readonly UpdatePlanCharge[],
  situation: ChargeSituation,
): RequestedCharge[] {
  limitCount(errors, 'charges', inputs);
  for (const member of ['taxCodes', 'filters'] as const) {
    const elements = inputs.flatMap((input): readonly unknown[] => input[member] ?? []);
    limitCount(errors, 'charges', elements);
  }
  return checkEach(errors, 'charges', inputs, situation.existing, (path, input, current) =>
    checkCharge(errors, path, input, { current, situation }),
  );
}

/**
 * Validates one charge.
 * @param path of the charge, with a trailing dot; empty if the charge is the input itself.
 */
export function checkCharge(
  errors: FieldErrors,
  path: string,
  input: UpdatePlanCharge,
  { current, situation }: { readonly current: CurrentCharge | null; readonly situation: ChargeSituation },
): RequestedCharge | null {
  const charge = current?.charge ?? null;
  const isFixed = charge !== null && situation.subscribed;
  const sent = isFixed ? editable(input, situation) : input;
  if (isFixed) errors.addOtherValues(path, input, agreedBy(charge, situation));
  const code = given(sent.code, charge?.code) ?? null;
  if (code !== null || charge !== null) requireText(errors, `${path}code`, code);
  limitText(errors, `${path}invoiceDisplayName`, sent.invoiceDisplayName);
  const metric = checkMetric(errors, path, sent, charge, situation);
  const pricedIn = checkPricingUnit(errors, `${path}appliedPricingUnit`, sent.appliedPricingUnit, {
    charge,
    isFixed,
    pricingUnits: situation.pricingUnits,
  });
  const chargeModel = checkModel(errors, path, sent, charge);
  if (chargeModel === null) return null;
  const settings = settingsOf(sent, charge, chargeModel);
  // Errors of the charge itself are reported even if its metric is unknown.
  for (const { field, code: error } of chargeErrors(settings, metric?.metric ?? ANY_METRIC))
    errors.add(`${path}${field}`, error);
  const properties =
    sent.properties === undefined && charge?.chargeModel === chargeModel
      ? charge.properties
      : checkProperties(errors, `${path}properties`, chargeModel, {
          properties: sent.properties,
          chargeModel: sentModel(input),
        });
  const filters = requestedFilters(errors, path, {
    sent,
    current,
    requested: { chargeModel, metric, sentModel: sentModel(input) },
  });
  if (properties === null) return null;
  return {
    ...settings,
    acceptsTargetWallet: given(sent.acceptsTargetWallet, charge?.acceptsTargetWallet) ?? null,
    ...pricedIn,
    current: charge,
    code,
    metric: metric?.metric ?? null,
    properties,
    filters,
    invoiceDisplayName: given(sent.invoiceDisplayName, charge?.invoiceDisplayName) ?? null,
    taxCodes: sent.taxCodes === undefined ? undefined : (sent.taxCodes ?? []),
  };
}

/** A metric that allows every setting of a charge. */
const ANY_METRIC = { aggregationType: 'sum_agg', recurring: true } as const;

/** The members that may change while the charge's plan has subscriptions. Sources: charges.md §1; subscriptions.md §9. */
function editable(
  input: UpdatePlanCharge,
  { overriding = false }: Pick<ChargeSituation, 'overriding'>,
): UpdatePlanCharge {
  const always = ['invoiceDisplayName', 'properties', 'filters', 'taxCodes', 'appliedPricingUnit'] as const;
  const members = overriding ? ([...always, 'minAmountCents'] as const) : always;
  return Object.fromEntries(members.filter((name) => name in input).map((name) => [name, input[name]]));
}

/** The members that may not. */
function agreedBy(charge: Charge, { overriding = false }: Pick<ChargeSituation, 'overriding'>) {
  const { code, billableMetricId, chargeModel, payInAdvance, invoiceable, regroupPaidFees } = charge;
  const { prorated, acceptsTargetWallet, minAmountCents } = charge;
  const agreed = { code, billableMetricId, chargeModel, payInAdvance, invoiceable, regroupPaidFees };
  const minimum = overriding ? {} : { minAmountCents };
  return { ...agreed, prorated, acceptsTargetWallet, ...minimum };
}

function checkMetric(
  errors: FieldErrors,
  path: string,
  sent: UpdatePlanCharge,
  charge: Charge | null,
  { metrics }: ChargeSituation,
): ChargeableMetric | null {
  const id = given(sent.billableMetricId, charge?.billableMetricId) ?? null;
  if (id === null) errors.add(`${path}billableMetricId`, 'value_is_mandatory');
  return metrics.get(id ?? '') ?? null;
}

function checkModel(
  errors: FieldErrors,
  path: string,
  sent: UpdatePlanCharge,
  charge: Charge | null,
): ChargeModel | null {
  const model = given(sent.chargeModel, charge?.chargeModel) ?? null;
  if (model !== null && isChargeModel(model)) return model;
  // `custom` requires a custom metric, which Tollgate does not support (aggregations.md §9).
  const code = model === null ? 'value_is_mandatory' : 'invalid_aggregation_type_or_charge_model';
  errors.add(`${path}chargeModel`, code);
  return null;
}

function sentModel({ chargeModel }: UpdatePlanCharge): ChargeModel | null {
  return chargeModel !== undefined && chargeModel !== null && isChargeModel(chargeModel) ? chargeModel : null;
}

/** The requested settings; null means the default. */
function settingsOf(sent: UpdatePlanCharge, charge: Charge | null, chargeModel: ChargeModel): ChargeSettings {
  return {
    chargeModel,
    payInAdvance: given(sent.payInAdvance, charge?.payInAdvance) ?? false,
    invoiceable: given(sent.invoiceable, charge?.invoiceable) ?? true,
    regroupPaidFees: given(sent.regroupPaidFees, charge?.regroupPaidFees) ?? null,
    prorated: given(sent.prorated, charge?.prorated) ?? false,
    minAmountCents: given(sent.minAmountCents, charge?.minAmountCents) ?? 0n,
  };
}

/**
 * The requested filters. If none are sent and the model or metric of the charge changes, the existing filters are validated
 * again and, like the charge itself, get the default properties of the new model.
 */
function requestedFilters(
  errors: FieldErrors,
  path: string,
  {
    sent,
    current,
    requested,
  }: {
    readonly sent: UpdatePlanCharge;
    readonly current: CurrentCharge | null;
    readonly requested: {
      readonly chargeModel: ChargeModel;
      /** The model that was sent, even if it is ignored. */
      readonly sentModel: ChargeModel | null;
      readonly metric: ChargeableMetric | null;
    };
  },
): RequestedFilter[] | undefined {
  const { chargeModel: model, sentModel: asked, metric } = requested;
  const former = current?.charge;
  const stay = model === former?.chargeModel && metric?.metric.id === former.billableMetricId;
  if (sent.filters === undefined && stay) return undefined;
  const kept = (current?.filters ?? []).map(({ values }) => ({ values }));
  return checkFilters(errors, `${path}filters`, given(sent.filters, kept) ?? [], {
    current: current?.filters ?? [],
    charge: {
      model,
      sentModel: asked,
      formerModel: former?.chargeModel ?? null,
      declared: metric?.declared ?? null,
    },
  });
}

/** The value that was sent, or else the former one. */
function given<Value>(sent: Value | undefined, former: Value | undefined): Value | undefined {
  return sent === undefined ? former : sent;
}
