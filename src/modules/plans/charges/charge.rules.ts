import type { FilterValues } from '../../../core/metering/filters.js';
import { isChargeModel, type ChargeModel } from '../../../core/rating/charge-models.js';
import { chargeErrors, type ChargeSettings } from '../../../core/rating/charge-rules.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { refuseUnsupported } from '../../../platform/errors/refuse-unsupported.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { PricingUnit } from '../../pricing-units/pricing-unit.table.js';
import { checkPricingUnit, type PricedIn } from './charge-pricing-unit.rules.js';
import { checkFilters, type WantedFilter } from './charge-filter.rules.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { checkProperties } from './charge-properties.rules.js';
import type { UpdatePlanCharge } from './charge.input.js';
import type { Charge } from './charge.table.js';
import { checkEach } from '../plan-list.rules.js';

/** A charge as it is to be; its taxes are not looked up yet. */
export interface WantedCharge
  extends ChargeSettings, PricedIn, Pick<Charge, 'invoiceDisplayName' | 'properties'> {
  /** The charge that changes; null for a new one. */
  readonly current: Charge | null;
  /** Null: the default, by the metric's code. */
  readonly code: string | null;
  /** Null: there is none with the id that was sent. */
  readonly metric: BillableMetric | null;
  /** Undefined: as they are. */
  readonly taxCodes: readonly string[] | undefined;
  /** Undefined: as they are. */
  readonly filters: readonly WantedFilter[] | undefined;
}

/** A charge that is there, with its filters in their order. */
export interface CurrentCharge {
  readonly charge: Charge;
  readonly filters: readonly ChargeFilter[];
}

/** A metric with what its filters declare: values by key. */
export interface ChargeableMetric {
  readonly metric: BillableMetric;
  readonly declared: FilterValues;
}

/** What charges are checked against. */
export interface ChargeSituation {
  /** The plan's charges, by id. */
  readonly existing: ReadonlyMap<string, CurrentCharge>;
  /** Whether the plan has subscriptions: then only part of an existing charge can change. */
  readonly subscribed: boolean;
  /** Whether the charges are those of one subscription, which may have its own spending minimum. */
  readonly overriding?: boolean;
  /** By id: those that are sent, and those of the plan's charges. */
  readonly metrics: ReadonlyMap<string, ChargeableMetric>;
  /** By code: those that are sent. */
  readonly pricingUnits: ReadonlyMap<string, PricingUnit>;
}

/**
 * Reports what is wrong with the charges of a plan (charges.md §1–2), with `unsupported_value` for what is not
 * built yet.
 * @returns the charges, to be used when nothing was reported.
 */
export function checkCharges(
  errors: FieldErrors,
  inputs: readonly UpdatePlanCharge[],
  situation: ChargeSituation,
): WantedCharge[] {
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
 * The same for one charge.
 * @param path of the charge, with its dot; empty when it is the input itself.
 */
export function checkCharge(
  errors: FieldErrors,
  path: string,
  input: UpdatePlanCharge,
  { current, situation }: { readonly current: CurrentCharge | null; readonly situation: ChargeSituation },
): WantedCharge | null {
  const charge = current?.charge ?? null;
  const isFixed = charge !== null && situation.subscribed;
  const sent = isFixed ? editable(input, situation) : input;
  const code = given(sent.code, charge?.code) ?? null;
  if (code !== null || charge !== null) requireText(errors, `${path}code`, code);
  limitText(errors, `${path}invoiceDisplayName`, sent.invoiceDisplayName);
  refuseUnsupported(errors, path, sent, ['acceptsTargetWallet']);
  const metric = checkMetric(errors, path, sent, charge, situation);
  const pricedIn = checkPricingUnit(errors, `${path}appliedPricingUnit`, sent.appliedPricingUnit, {
    charge,
    isFixed,
    pricingUnits: situation.pricingUnits,
  });
  const chargeModel = checkModel(errors, path, sent, charge);
  if (chargeModel === null) return null;
  const settings = settingsOf(sent, charge, chargeModel);
  // Without a metric, what is wrong with the charge itself is still told.
  for (const { field, code: error } of chargeErrors(settings, metric?.metric ?? ANY_METRIC))
    errors.add(`${path}${field}`, error);
  const properties =
    sent.properties === undefined && charge?.chargeModel === chargeModel
      ? charge.properties
      : checkProperties(errors, `${path}properties`, chargeModel, {
          properties: sent.properties,
          chargeModel: sentModel(input),
        });
  const filters = wantedFilters(errors, path, {
    sent,
    current,
    wanted: { chargeModel, metric, sentModel: sentModel(input) },
  });
  if (properties === null) return null;
  return {
    ...settings,
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

/** A metric that every setting of a charge goes with. */
const ANY_METRIC = { aggregationType: 'sum_agg', recurring: true } as const;

/** What can change of a charge while its plan has subscriptions. Sources: charges.md §1; subscriptions.md §9. */
function editable(
  input: UpdatePlanCharge,
  { overriding = false }: Pick<ChargeSituation, 'overriding'>,
): UpdatePlanCharge {
  const always = ['invoiceDisplayName', 'properties', 'filters', 'taxCodes', 'appliedPricingUnit'] as const;
  const members = overriding ? ([...always, 'minAmountCents'] as const) : always;
  return Object.fromEntries(members.filter((name) => name in input).map((name) => [name, input[name]]));
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
  // `custom` goes with custom metrics only, which are not offered (aggregations.md §9).
  const code = model === null ? 'value_is_mandatory' : 'invalid_aggregation_type_or_charge_model';
  errors.add(`${path}chargeModel`, code);
  return null;
}

function sentModel({ chargeModel }: UpdatePlanCharge): ChargeModel | null {
  return chargeModel !== undefined && chargeModel !== null && isChargeModel(chargeModel) ? chargeModel : null;
}

/** The settings as they are to be; null stands for the default. */
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
 * The filters that were sent. Those that stay are looked at again when the model or the metric of their charge
 * changes: they then get the default properties of the new model, as the charge itself does.
 */
function wantedFilters(
  errors: FieldErrors,
  path: string,
  {
    sent,
    current,
    wanted,
  }: {
    readonly sent: UpdatePlanCharge;
    readonly current: CurrentCharge | null;
    readonly wanted: {
      readonly chargeModel: ChargeModel;
      /** What was sent, ignored or not. */
      readonly sentModel: ChargeModel | null;
      readonly metric: ChargeableMetric | null;
    };
  },
): WantedFilter[] | undefined {
  const { chargeModel: model, sentModel: asked, metric } = wanted;
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

/** What was sent; what was there when nothing was. */
function given<Value>(sent: Value | undefined, former: Value | undefined): Value | undefined {
  return sent === undefined ? former : sent;
}
