import type { ChargeModel } from '../../../../core/rating/charge-models.js';
import type { PROPERTIES } from './charge-properties.members.js';

export interface SentPresentationGroupKeyOptions {
  readonly displayInInvoice?: boolean | null;
}

export interface SentPresentationGroupKey {
  readonly value?: string | null;
  readonly options?: SentPresentationGroupKeyOptions | null;
}

/** What the properties of every model have. */
export interface SentProperties {
  readonly pricingGroupKeys?: readonly string[] | null;
  readonly groupedBy?: readonly string[] | null;
  readonly presentationGroupKeys?: readonly SentPresentationGroupKey[] | null;
}

/** The values that are sent for members of `PROPERTIES`. */
type SentMembers<Members> = {
  readonly [Name in keyof Members]?: SentValue<Members[Name]> | null;
};

type SentValue<Member> = Member extends { readonly type: 'decimal' }
  ? string
  : Member extends { readonly type: 'count' }
    ? bigint
    : Member extends { readonly item: { readonly members: infer OfRange } }
      ? readonly SentMembers<OfRange>[]
      : never;

export type SentPropertiesOf<Model extends ChargeModel> = SentProperties &
  SentMembers<(typeof PROPERTIES)[Model]['members']>;

/** Properties as they were sent: one member, named after the charge model. */
export type SentChargeProperties = {
  readonly [Model in ChargeModel as (typeof PROPERTIES_MEMBERS)[Model]]?: SentPropertiesOf<Model>;
};

/** The member of `SentChargeProperties` for each model. */
export const PROPERTIES_MEMBERS = {
  standard: 'standard',
  graduated: 'graduated',
  package: 'package',
  percentage: 'percentage',
  volume: 'volume',
  graduated_percentage: 'graduatedPercentage',
  dynamic: 'dynamic',
} as const satisfies Record<ChargeModel, string>;
