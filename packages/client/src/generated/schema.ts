export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar date, YYYY-MM-DD. */
  Date: { input: string; output: string; }
  /** A calendar date, YYYY-MM-DD, which stands for the whole day in UTC, or a point in time as in `DateTime`. */
  DateOrDateTime: { input: string; output: string; }
  /** A point in time in UTC, in whole seconds: 2027-03-01T07:00:00Z. Input is ISO 8601; without a zone it is read as UTC. */
  DateTime: { input: string; output: string; }
  /** A point in time in UTC, with milliseconds: 2027-03-01T07:00:00.250Z. */
  DateTimeMillis: { input: string; output: string; }
  /** An exact decimal number as a string without exponent, such as "12.0" or "0.333". */
  Decimal: { input: number | string; output: string; }
  /** Unix seconds, as a number or a string, with up to six decimals; or an ISO 8601 string. */
  EventTimestamp: { input: number | string; output: number | string; }
  /** A step of a path into the input: the name of a member (text) or the index of an element (number). */
  InputPathSegment: { input: number | string; output: number | string; }
  /** The `JSON` scalar type represents JSON values as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSON: { input: unknown; output: unknown; }
  /** The `JSONObject` scalar type represents JSON objects as specified by [ECMA-404](http://www.ecma-international.org/publications/files/ECMA-ST/ECMA-404.pdf). */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
  /** A value of a privilege: an integer, a boolean or a text, as its `valueType` says. */
  PrivilegeValue: { input: number | boolean | string; output: number | boolean | string; }
  /** An amount in minor units of its currency (cents): an integer within 2^53. */
  SafeInt: { input: number; output: number; }
};

/** Accepts an invitation. */
export type AcceptInviteInput = {
  /** The password: 8 to 128 characters. A new user gets it; the password of a user who is a member of another organization must be this one. */
  password: Scalars['String']['input'];
  /** Token of the link: 40 hexadecimal digits. */
  token: Scalars['String']['input'];
};

/** A condition that must be met before the subscription becomes active. */
export type ActivationRuleInput = {
  /** Time limit in hours. 0 means no limit. */
  timeoutHours?: InputMaybe<Scalars['Int']['input']>;
  /** What the subscription waits for. */
  type: ActivationRuleKind;
};

/** What the subscription waits for: payment of the amount due at its start. */
export type ActivationRuleKind =
  /** The first invoice must be paid. */
  | 'payment';

/** State of an activation rule: inactive before the subscription starts, not applicable if nothing is due at the start. */
export type ActivationRuleStatus =
  /** The customer declined to pay. */
  | 'declined'
  /** The time to pay ran out. */
  | 'expired'
  /** The payment failed. */
  | 'failed'
  /** The subscription has not started. */
  | 'inactive'
  /** Nothing is due, or the customer pays by hand. */
  | 'not_applicable'
  /** The first invoice is not paid yet. */
  | 'pending'
  /** The first invoice was paid. */
  | 'satisfied';

/** Filters activity logs. All conditions must hold. Of a list, one value must match. */
export type ActivityLogFilter = {
  /** Only changes by one of these sources. */
  activitySources?: InputMaybe<Array<ActivitySource>>;
  /** Only entries of one of these types, such as `customer.created`. */
  activityTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** Only entries of this day or time or later. */
  fromDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Conditions on `loggedAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  loggedAt?: InputMaybe<DateTimeComparison>;
  /** Only entries about one of these records. */
  resourceIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Only entries about records of one of these types, such as `Invoice`. */
  resourceTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only entries of this day or time or earlier. */
  toDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Only changes by users with one of these e-mail addresses, ignoring case. */
  userEmails?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The sort order of a list of ActivityLog. Items with the same value are sorted by id. */
export type ActivityLogOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: ActivityLogOrderField;
};

/** Fields that a list of ActivityLog can be sorted by. */
export type ActivityLogOrderField =
  /** Sorts by `logged_at`. */
  | 'logged_at';

/** Who caused a change. */
export type ActivitySource =
  /** A request with an API key. */
  | 'api'
  /** A user of the dashboard or of the customer portal. */
  | 'front'
  /** Scheduled work, such as billing. */
  | 'system';

/** All given conditions must hold. */
export type AddOnListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of AddOn. Items with the same value are sorted by id. */
export type AddOnOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: AddOnOrderField;
};

/** Fields that a list of AddOn can be sorted by. */
export type AddOnOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** Omitted fields keep their value. */
export type AddressInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** A change by hand to one fee of a draft invoice: to an existing fee (`feeId`), or to the fee of a charge (`chargeId`), also of one without usage. It replaces an earlier change of the same fee. */
export type AdjustedFeeInput = {
  /** Id of a filter of the charge. Default: the usage that no filter matches. */
  chargeFilterId?: InputMaybe<Scalars['ID']['input']>;
  /** Id of a charge of a plan that the invoice bills. Its fee without groups is changed. */
  chargeId?: InputMaybe<Scalars['ID']['input']>;
  /** Id of a fee of the invoice. */
  feeId?: InputMaybe<Scalars['ID']['input']>;
  /** Name on the invoice. Default: as computed. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the draft invoice. */
  invoiceId: Scalars['ID']['input'];
  /** Id of the subscription whose charge it is. Default: the first one on the invoice with the plan of the charge. */
  subscriptionId?: InputMaybe<Scalars['ID']['input']>;
  /** Price of a unit in minor units, with decimals, of the currency or of the pricing unit of the charge; not below 0. Required for the units of percentage and dynamic charges. */
  unitAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** Number of units; not below 0. Without a price, the charge model prices them. Required with `chargeId` or a price; default: as computed. */
  units?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Advances a test clock and runs everything that falls due in between. */
export type AdvanceTestClockInput = {
  /** The time to advance to: later than the clock's current time, by at most ten years. */
  frozenTime: Scalars['DateTime']['input'];
  /** Id of the test clock. */
  id: Scalars['ID']['input'];
};

/** How events are aggregated to units. */
export type AggregationType =
  /** The number of events. */
  | 'count_agg'
  /** Computed by a program of the organization; no metric can have it. */
  | 'custom_agg'
  /** The value of the latest event. */
  | 'latest_agg'
  /** The highest value. */
  | 'max_agg'
  /** The sum of the values. */
  | 'sum_agg'
  /** The number of different values. */
  | 'unique_count_agg'
  /** The running sum of the values, weighted by how long it lasted. */
  | 'weighted_sum_agg';

/** The direction in which a figure passes thresholds. */
export type AlertDirection =
  /** The figure passes thresholds when it falls, as balances do. */
  | 'decreasing'
  /** The figure passes thresholds when it rises, as usage does. */
  | 'increasing';

/** All given conditions must hold. */
export type AlertListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of Alert. Items with the same value are sorted by id. */
export type AlertOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: AlertOrderField;
};

/** Fields that a list of Alert can be sorted by. */
export type AlertOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** A threshold of an alert. */
export type AlertThresholdInput = {
  /** A name for the threshold; the message of a triggered alert contains it. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** True: the value is the distance of further steps, beyond the last one-time threshold. At most one threshold is recurring. Default false. */
  recurring?: InputMaybe<Scalars['Boolean']['input']>;
  /** Required. In the unit of the figure: minor units, units or credits. */
  value?: InputMaybe<Scalars['Decimal']['input']>;
};

/** The figure that an alert watches. */
export type AlertType =
  /** The amount of the current usage of one metric without taxes, in minor units. */
  | 'billable_metric_current_usage_amount'
  /** The units of a metric in the current usage. */
  | 'billable_metric_current_usage_units'
  /** The units of a metric since the start of a subscription. */
  | 'billable_metric_lifetime_usage_units'
  /** The amount of the current usage of a subscription without taxes, in minor units. */
  | 'current_usage_amount'
  /** The amount of all usage since the start of a subscription, in minor units. */
  | 'lifetime_usage_amount'
  /** The balance of a wallet, in minor units. */
  | 'wallet_balance_amount'
  /** The balance of a wallet, in credits. */
  | 'wallet_credits_balance'
  /** The balance of a wallet less usage that was not invoiced, in credits. */
  | 'wallet_credits_ongoing_balance'
  /** The balance of a wallet less usage that was not invoiced, in minor units. */
  | 'wallet_ongoing_balance_amount';

/** Conditions on an amount in cents. All conditions must hold. */
export type AmountComparison = {
  /** Equal to this value. */
  eq?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Greater than this value. */
  gt?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Greater than or equal to this value. */
  gte?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Equal to one of at most 1,000 values. */
  in?: InputMaybe<Array<Scalars['SafeInt']['input']>>;
  /** Less than this value. */
  lt?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Less than or equal to this value. */
  lte?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** All given conditions must hold. */
export type ApiKeyListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of ApiKey. Items with the same value are sorted by id. */
export type ApiKeyOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: ApiKeyOrderField;
};

/** Fields that a list of ApiKey can be sorted by. */
export type ApiKeyOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Filters API logs. All conditions must hold. Of a list, one value must match. */
export type ApiLogFilter = {
  /** Version of the REST API, such as `v1`. */
  apiVersion?: InputMaybe<Scalars['String']['input']>;
  /** Only entries of this day or time or later. */
  fromDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** `post`, `put`, `patch` and `delete`, in upper or lower case. */
  httpMethods?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Numbers such as `404`, `succeeded` (below 400) and `failed` (400 and above). */
  httpStatuses?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Conditions on `loggedAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  loggedAt?: InputMaybe<DateTimeComparison>;
  /** Paths such as `/api/v1/plans/*`, where `*` stands for any characters. A comma separates two. */
  requestPaths?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only entries of this day or time or earlier. */
  toDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
};

/** The sort order of a list of ApiLog. Items with the same value are sorted by id. */
export type ApiLogOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: ApiLogOrderField;
};

/** Fields that a list of ApiLog can be sorted by. */
export type ApiLogOrderField =
  /** Sorts by `logged_at`. */
  | 'logged_at';

/** Filters applied coupons. All conditions must hold. */
export type AppliedCouponFilter = {
  /** Codes of the coupons. */
  couponCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  status?: InputMaybe<CouponStatus>;
};

/** The sort order of a list of AppliedCoupon. Items with the same value are sorted by id. */
export type AppliedCouponOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: AppliedCouponOrderField;
};

/** Fields that a list of AppliedCoupon can be sorted by. */
export type AppliedCouponOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** The pricing unit in which a charge is priced, and what a unit of it costs. */
export type AppliedPricingUnitInput = {
  /** Code of a pricing unit. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Currency units per pricing unit; greater than 0. */
  conversionRate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** A coupon for a customer. Omitted values are those of the coupon. */
export type ApplyCouponInput = {
  /** In minor units of the currency; not below 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** Code of an active coupon. */
  couponCode: Scalars['String']['input'];
  /** The id of the customer in the system of the organization. */
  externalCustomerId: Scalars['String']['input'];
  /** How many invoices it is used for. */
  frequency?: InputMaybe<CouponFrequency>;
  /** Number of invoices; required for `recurring` unless the coupon has it. */
  frequencyDuration?: InputMaybe<Scalars['Int']['input']>;
  /** Percentage with up to 5 decimal places: "12.5" is 12.5 %; not below 0. */
  percentageRate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Taxes to add to a billing entity. */
export type ApplyTaxesToBillingEntityInput = {
  /** Id of the billing entity. */
  id: Scalars['ID']['input'];
  /** Codes of the taxes. */
  taxCodes: Array<Scalars['String']['input']>;
};

/** The input of `archiveBillingEntity`. */
export type ArchiveBillingEntityInput = {
  /** Id of the billing entity. */
  id: Scalars['ID']['input'];
};

/** How a user signs in. */
export type AuthenticationMethod =
  /** With e-mail address and password. */
  | 'email_password'
  /** By single sign-on with an account at Google. */
  | 'google'
  /** By single sign-on at the OpenID Connect provider of the server. */
  | 'oidc';

/** An attempt to sign in at an identity provider. */
export type BeginSingleSignOnInput = {
  /** Token of the invitation that is accepted by it. If omitted, the user logs in. */
  invitationToken?: InputMaybe<Scalars['String']['input']>;
  /** A way to sign in that uses an identity provider. */
  method: AuthenticationMethod;
};

/** A property of events that charges can filter by, and the values that it may have. */
export type BillableMetricFilterInput = {
  /** Name of the event property. */
  key: Scalars['String']['input'];
  /** The values that events may have in this property. */
  values: Array<Scalars['String']['input']>;
};

/** All given conditions must hold. */
export type BillableMetricListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of BillableMetric. Items with the same value are sorted by id. */
export type BillableMetricOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: BillableMetricOrderField;
};

/** Fields that a list of BillableMetric can be sorted by. */
export type BillableMetricOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** All given conditions must hold. */
export type BillingEntityListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of BillingEntity. Items with the same value are sorted by id. */
export type BillingEntityOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: BillingEntityOrderField;
};

/** Fields that a list of BillingEntity can be sorted by. */
export type BillingEntityOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** Whether billing periods start on the first day of the week, month or year (calendar), or on the anniversary of `subscriptionAt`. */
export type BillingTime =
  /** Billing periods start on the day on which the subscription started. */
  | 'anniversary'
  /** Billing periods start on the first day of the week, month, quarter, half-year or year. */
  | 'calendar';

/** Stops a test clock that is advancing. */
export type CancelTestClockAdvanceInput = {
  /** Id of the test clock. */
  id: Scalars['ID']['input'];
};

/** Why an incomplete subscription was canceled: its payment failed, or was not made in time. */
export type CancellationReason =
  /** The first payment failed. */
  | 'payment_failed'
  /** The first payment did not arrive in time. */
  | 'timeout';

/** A new password for the signed-in user. */
export type ChangePasswordInput = {
  /** The password that is replaced. */
  currentPassword: Scalars['String']['input'];
  /** The new password: 8 to 128 characters. */
  newPassword: Scalars['String']['input'];
};

/** A filter of a charge. */
export type ChargeFilterInput = {
  /** Name shown on invoices. Defaults to the filter's values. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches every value. */
  values?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** All given conditions must hold. */
export type ChargeFilterListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of ChargeFilter. Items with the same value are sorted by id. */
export type ChargeFilterOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: ChargeFilterOrderField;
};

/** Fields that a list of ChargeFilter can be sorted by. */
export type ChargeFilterOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** All given conditions must hold. */
export type ChargeListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** Pricing model that turns units into an amount. */
export type ChargeModel =
  /** Priced by a program of the organization; no charge can have it. */
  | 'custom'
  /** Each event carries its amount. */
  | 'dynamic'
  /** Each unit has the price of the range that it falls in. */
  | 'graduated'
  /** Each part of the sum has the percentage of the range that it falls in. */
  | 'graduated_percentage'
  /** Units are sold in packages; a started package costs as much as a full one. */
  | 'package'
  /** A percentage of the sum, and an amount for each event. */
  | 'percentage'
  /** Every unit has the same price. */
  | 'standard'
  /** All units have the price of the range that their total falls in. */
  | 'volume';

/** The sort order of a list of Charge. Items with the same value are sorted by id. */
export type ChargeOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: ChargeOrderField;
};

/** Fields that a list of Charge can be sorted by. */
export type ChargeOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Overrides of a charge for one subscription. Omitted fields keep the plan's value. */
export type ChargeOverrideInput = {
  /** Only the conversion rate can be overridden. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Ignored: the billable metric of a charge cannot be changed. */
  billableMetricId?: InputMaybe<Scalars['ID']['input']>;
  /** Cannot be changed; tells which model the properties belong to. */
  chargeModel?: InputMaybe<ChargeModel>;
  /** Ignored: the code of a charge cannot be changed. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** Id of the plan's charge or of its override. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Only for charges billed in arrears. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Pricing of a charge, under the field of its charge model. Empty means the model's default. */
export type ChargePropertiesInput =
  /** Prices for the charge model `dynamic`. */
  { dynamic: DynamicPropertiesInput; graduated?: never; graduatedPercentage?: never; package?: never; percentage?: never; standard?: never; volume?: never; }
  |  /** Prices for the charge model `graduated`. */
  { dynamic?: never; graduated: GraduatedPropertiesInput; graduatedPercentage?: never; package?: never; percentage?: never; standard?: never; volume?: never; }
  |  /** Prices for the charge model `graduated_percentage`. */
  { dynamic?: never; graduated?: never; graduatedPercentage: GraduatedPercentagePropertiesInput; package?: never; percentage?: never; standard?: never; volume?: never; }
  |  /** Prices for the charge model `package`. */
  { dynamic?: never; graduated?: never; graduatedPercentage?: never; package: PackagePropertiesInput; percentage?: never; standard?: never; volume?: never; }
  |  /** Prices for the charge model `percentage`. */
  { dynamic?: never; graduated?: never; graduatedPercentage?: never; package?: never; percentage: PercentagePropertiesInput; standard?: never; volume?: never; }
  |  /** Prices for the charge model `standard`. */
  { dynamic?: never; graduated?: never; graduatedPercentage?: never; package?: never; percentage?: never; standard: StandardPropertiesInput; volume?: never; }
  |  /** Prices for the charge model `volume`. */
  { dynamic?: never; graduated?: never; graduatedPercentage?: never; package?: never; percentage?: never; standard?: never; volume: VolumePropertiesInput; };

/** What the identity provider has sent the browser back with. */
export type CompleteSingleSignOnInput = {
  /** The parameter `code` of the address. */
  code: Scalars['String']['input'];
  /** The parameter `iss` of the address, if it has one. */
  issuer?: InputMaybe<Scalars['String']['input']>;
  /** The secret of the attempt. */
  secret: Scalars['String']['input'];
  /** The parameter `state` of the address. */
  state: Scalars['String']['input'];
};

/** The token by which a user confirms the e-mail address. */
export type ConfirmEmailInput = {
  /** Token of the link. */
  token: Scalars['String']['input'];
};

/** ISO 3166-1 alpha-2 country code. */
export type CountryCode =
  /** Andorra. */
  | 'AD'
  /** United Arab Emirates. */
  | 'AE'
  /** Afghanistan. */
  | 'AF'
  /** Antigua & Barbuda. */
  | 'AG'
  /** Anguilla. */
  | 'AI'
  /** Albania. */
  | 'AL'
  /** Armenia. */
  | 'AM'
  /** Angola. */
  | 'AO'
  /** Antarctica. */
  | 'AQ'
  /** Argentina. */
  | 'AR'
  /** American Samoa. */
  | 'AS'
  /** Austria. */
  | 'AT'
  /** Australia. */
  | 'AU'
  /** Aruba. */
  | 'AW'
  /** Åland Islands. */
  | 'AX'
  /** Azerbaijan. */
  | 'AZ'
  /** Bosnia & Herzegovina. */
  | 'BA'
  /** Barbados. */
  | 'BB'
  /** Bangladesh. */
  | 'BD'
  /** Belgium. */
  | 'BE'
  /** Burkina Faso. */
  | 'BF'
  /** Bulgaria. */
  | 'BG'
  /** Bahrain. */
  | 'BH'
  /** Burundi. */
  | 'BI'
  /** Benin. */
  | 'BJ'
  /** St. Barthélemy. */
  | 'BL'
  /** Bermuda. */
  | 'BM'
  /** Brunei. */
  | 'BN'
  /** Bolivia. */
  | 'BO'
  /** Caribbean Netherlands. */
  | 'BQ'
  /** Brazil. */
  | 'BR'
  /** Bahamas. */
  | 'BS'
  /** Bhutan. */
  | 'BT'
  /** Bouvet Island. */
  | 'BV'
  /** Botswana. */
  | 'BW'
  /** Belarus. */
  | 'BY'
  /** Belize. */
  | 'BZ'
  /** Canada. */
  | 'CA'
  /** Cocos (Keeling) Islands. */
  | 'CC'
  /** Congo - Kinshasa. */
  | 'CD'
  /** Central African Republic. */
  | 'CF'
  /** Congo - Brazzaville. */
  | 'CG'
  /** Switzerland. */
  | 'CH'
  /** Côte d’Ivoire. */
  | 'CI'
  /** Cook Islands. */
  | 'CK'
  /** Chile. */
  | 'CL'
  /** Cameroon. */
  | 'CM'
  /** China. */
  | 'CN'
  /** Colombia. */
  | 'CO'
  /** Costa Rica. */
  | 'CR'
  /** Cuba. */
  | 'CU'
  /** Cape Verde. */
  | 'CV'
  /** Curaçao. */
  | 'CW'
  /** Christmas Island. */
  | 'CX'
  /** Cyprus. */
  | 'CY'
  /** Czechia. */
  | 'CZ'
  /** Germany. */
  | 'DE'
  /** Djibouti. */
  | 'DJ'
  /** Denmark. */
  | 'DK'
  /** Dominica. */
  | 'DM'
  /** Dominican Republic. */
  | 'DO'
  /** Algeria. */
  | 'DZ'
  /** Ecuador. */
  | 'EC'
  /** Estonia. */
  | 'EE'
  /** Egypt. */
  | 'EG'
  /** Western Sahara. */
  | 'EH'
  /** Eritrea. */
  | 'ER'
  /** Spain. */
  | 'ES'
  /** Ethiopia. */
  | 'ET'
  /** Finland. */
  | 'FI'
  /** Fiji. */
  | 'FJ'
  /** Falkland Islands. */
  | 'FK'
  /** Micronesia. */
  | 'FM'
  /** Faroe Islands. */
  | 'FO'
  /** France. */
  | 'FR'
  /** Gabon. */
  | 'GA'
  /** United Kingdom. */
  | 'GB'
  /** Grenada. */
  | 'GD'
  /** Georgia. */
  | 'GE'
  /** French Guiana. */
  | 'GF'
  /** Guernsey. */
  | 'GG'
  /** Ghana. */
  | 'GH'
  /** Gibraltar. */
  | 'GI'
  /** Greenland. */
  | 'GL'
  /** Gambia. */
  | 'GM'
  /** Guinea. */
  | 'GN'
  /** Guadeloupe. */
  | 'GP'
  /** Equatorial Guinea. */
  | 'GQ'
  /** Greece. */
  | 'GR'
  /** South Georgia & South Sandwich Islands. */
  | 'GS'
  /** Guatemala. */
  | 'GT'
  /** Guam. */
  | 'GU'
  /** Guinea-Bissau. */
  | 'GW'
  /** Guyana. */
  | 'GY'
  /** Hong Kong SAR China. */
  | 'HK'
  /** Heard & McDonald Islands. */
  | 'HM'
  /** Honduras. */
  | 'HN'
  /** Croatia. */
  | 'HR'
  /** Haiti. */
  | 'HT'
  /** Hungary. */
  | 'HU'
  /** Indonesia. */
  | 'ID'
  /** Ireland. */
  | 'IE'
  /** Israel. */
  | 'IL'
  /** Isle of Man. */
  | 'IM'
  /** India. */
  | 'IN'
  /** British Indian Ocean Territory. */
  | 'IO'
  /** Iraq. */
  | 'IQ'
  /** Iran. */
  | 'IR'
  /** Iceland. */
  | 'IS'
  /** Italy. */
  | 'IT'
  /** Jersey. */
  | 'JE'
  /** Jamaica. */
  | 'JM'
  /** Jordan. */
  | 'JO'
  /** Japan. */
  | 'JP'
  /** Kenya. */
  | 'KE'
  /** Kyrgyzstan. */
  | 'KG'
  /** Cambodia. */
  | 'KH'
  /** Kiribati. */
  | 'KI'
  /** Comoros. */
  | 'KM'
  /** St. Kitts & Nevis. */
  | 'KN'
  /** North Korea. */
  | 'KP'
  /** South Korea. */
  | 'KR'
  /** Kuwait. */
  | 'KW'
  /** Cayman Islands. */
  | 'KY'
  /** Kazakhstan. */
  | 'KZ'
  /** Laos. */
  | 'LA'
  /** Lebanon. */
  | 'LB'
  /** St. Lucia. */
  | 'LC'
  /** Liechtenstein. */
  | 'LI'
  /** Sri Lanka. */
  | 'LK'
  /** Liberia. */
  | 'LR'
  /** Lesotho. */
  | 'LS'
  /** Lithuania. */
  | 'LT'
  /** Luxembourg. */
  | 'LU'
  /** Latvia. */
  | 'LV'
  /** Libya. */
  | 'LY'
  /** Morocco. */
  | 'MA'
  /** Monaco. */
  | 'MC'
  /** Moldova. */
  | 'MD'
  /** Montenegro. */
  | 'ME'
  /** St. Martin. */
  | 'MF'
  /** Madagascar. */
  | 'MG'
  /** Marshall Islands. */
  | 'MH'
  /** North Macedonia. */
  | 'MK'
  /** Mali. */
  | 'ML'
  /** Myanmar (Burma). */
  | 'MM'
  /** Mongolia. */
  | 'MN'
  /** Macao SAR China. */
  | 'MO'
  /** Northern Mariana Islands. */
  | 'MP'
  /** Martinique. */
  | 'MQ'
  /** Mauritania. */
  | 'MR'
  /** Montserrat. */
  | 'MS'
  /** Malta. */
  | 'MT'
  /** Mauritius. */
  | 'MU'
  /** Maldives. */
  | 'MV'
  /** Malawi. */
  | 'MW'
  /** Mexico. */
  | 'MX'
  /** Malaysia. */
  | 'MY'
  /** Mozambique. */
  | 'MZ'
  /** Namibia. */
  | 'NA'
  /** New Caledonia. */
  | 'NC'
  /** Niger. */
  | 'NE'
  /** Norfolk Island. */
  | 'NF'
  /** Nigeria. */
  | 'NG'
  /** Nicaragua. */
  | 'NI'
  /** Netherlands. */
  | 'NL'
  /** Norway. */
  | 'NO'
  /** Nepal. */
  | 'NP'
  /** Nauru. */
  | 'NR'
  /** Niue. */
  | 'NU'
  /** New Zealand. */
  | 'NZ'
  /** Oman. */
  | 'OM'
  /** Panama. */
  | 'PA'
  /** Peru. */
  | 'PE'
  /** French Polynesia. */
  | 'PF'
  /** Papua New Guinea. */
  | 'PG'
  /** Philippines. */
  | 'PH'
  /** Pakistan. */
  | 'PK'
  /** Poland. */
  | 'PL'
  /** St. Pierre & Miquelon. */
  | 'PM'
  /** Pitcairn Islands. */
  | 'PN'
  /** Puerto Rico. */
  | 'PR'
  /** Palestinian Territories. */
  | 'PS'
  /** Portugal. */
  | 'PT'
  /** Palau. */
  | 'PW'
  /** Paraguay. */
  | 'PY'
  /** Qatar. */
  | 'QA'
  /** Réunion. */
  | 'RE'
  /** Romania. */
  | 'RO'
  /** Serbia. */
  | 'RS'
  /** Russia. */
  | 'RU'
  /** Rwanda. */
  | 'RW'
  /** Saudi Arabia. */
  | 'SA'
  /** Solomon Islands. */
  | 'SB'
  /** Seychelles. */
  | 'SC'
  /** Sudan. */
  | 'SD'
  /** Sweden. */
  | 'SE'
  /** Singapore. */
  | 'SG'
  /** St. Helena. */
  | 'SH'
  /** Slovenia. */
  | 'SI'
  /** Svalbard & Jan Mayen. */
  | 'SJ'
  /** Slovakia. */
  | 'SK'
  /** Sierra Leone. */
  | 'SL'
  /** San Marino. */
  | 'SM'
  /** Senegal. */
  | 'SN'
  /** Somalia. */
  | 'SO'
  /** Suriname. */
  | 'SR'
  /** South Sudan. */
  | 'SS'
  /** São Tomé & Príncipe. */
  | 'ST'
  /** El Salvador. */
  | 'SV'
  /** Sint Maarten. */
  | 'SX'
  /** Syria. */
  | 'SY'
  /** Eswatini. */
  | 'SZ'
  /** Turks & Caicos Islands. */
  | 'TC'
  /** Chad. */
  | 'TD'
  /** French Southern Territories. */
  | 'TF'
  /** Togo. */
  | 'TG'
  /** Thailand. */
  | 'TH'
  /** Tajikistan. */
  | 'TJ'
  /** Tokelau. */
  | 'TK'
  /** Timor-Leste. */
  | 'TL'
  /** Turkmenistan. */
  | 'TM'
  /** Tunisia. */
  | 'TN'
  /** Tonga. */
  | 'TO'
  /** Türkiye. */
  | 'TR'
  /** Trinidad & Tobago. */
  | 'TT'
  /** Tuvalu. */
  | 'TV'
  /** Taiwan. */
  | 'TW'
  /** Tanzania. */
  | 'TZ'
  /** Ukraine. */
  | 'UA'
  /** Uganda. */
  | 'UG'
  /** U.S. Outlying Islands. */
  | 'UM'
  /** United States. */
  | 'US'
  /** Uruguay. */
  | 'UY'
  /** Uzbekistan. */
  | 'UZ'
  /** Vatican City. */
  | 'VA'
  /** St. Vincent & Grenadines. */
  | 'VC'
  /** Venezuela. */
  | 'VE'
  /** British Virgin Islands. */
  | 'VG'
  /** U.S. Virgin Islands. */
  | 'VI'
  /** Vietnam. */
  | 'VN'
  /** Vanuatu. */
  | 'VU'
  /** Wallis & Futuna. */
  | 'WF'
  /** Samoa. */
  | 'WS'
  /** Yemen. */
  | 'YE'
  /** Mayotte. */
  | 'YT'
  /** South Africa. */
  | 'ZA'
  /** Zambia. */
  | 'ZM'
  /** Zimbabwe. */
  | 'ZW';

/** Whether a coupon expires. */
export type CouponExpiration =
  /** It does not expire. */
  | 'no_expiration'
  /** It expires at `expirationAt`. */
  | 'time_limit';

/** How often a coupon is used. */
export type CouponFrequency =
  /** For every invoice. */
  | 'forever'
  /** A percentage for one invoice; an amount until it is used up. */
  | 'once'
  /** For a number of invoices. */
  | 'recurring';

/** The fees that a coupon is for: those of some plans and of all overrides of these plans, or those of charges for some metrics. Only one of the lists may have codes; an empty list removes the limit of its kind. */
export type CouponLimitsInput = {
  /** Codes of billable metrics. Replaces the whole list. */
  billableMetricCodes?: InputMaybe<Array<InputMaybe<Scalars['String']['input']>>>;
  /** Codes of plans. Replaces the whole list. */
  planCodes?: InputMaybe<Array<InputMaybe<Scalars['String']['input']>>>;
};

/** All given conditions must hold. */
export type CouponListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of Coupon. Items with the same value are sorted by id. */
export type CouponOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: CouponOrderField;
};

/** Fields that a list of Coupon can be sorted by. */
export type CouponOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** Whether a coupon can be applied, or an applied coupon can be used by invoices. */
export type CouponStatus =
  /** A coupon can be applied to customers; an applied coupon can be used by invoices. */
  | 'active'
  /** A coupon can no longer be applied; an applied coupon can no longer be used. */
  | 'terminated';

/** What a coupon takes off. */
export type CouponType =
  /** An amount, from invoices in its currency. */
  | 'fixed_amount'
  /** A percentage, from invoices in any currency. */
  | 'percentage';

/** A new add-on. */
export type CreateAddOnInput = {
  /** Unit price on a one-off invoice, before taxes; greater than 0. */
  amountCents: Scalars['SafeInt']['input'];
  /** Currency of the amounts. */
  amountCurrency: CurrencyCode;
  /** Set by the caller. Unique among add-ons that are not deleted. */
  code: Scalars['String']['input'];
  /** Description of the add-on, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the add-on. */
  name: Scalars['String']['input'];
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A new alert of a subscription or of a wallet: give one of the two ids. */
export type CreateAlertInput = {
  /** Required. It cannot be changed. */
  alertType?: InputMaybe<AlertType>;
  /** Required for types that watch one metric; not allowed for others. */
  billableMetricCode?: InputMaybe<Scalars['String']['input']>;
  /** Required in a new alert. Unique among the alerts of the subscription or wallet. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Name of the alert. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The alert watches whichever subscription is active under its external id. */
  subscriptionId?: InputMaybe<Scalars['ID']['input']>;
  /** Required in a new alert. At most 20, with different values. */
  thresholds?: InputMaybe<Array<AlertThresholdInput>>;
  /** The wallet. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
};

/** New alerts of a subscription or of a wallet: give one of the two ids. */
export type CreateAlertsInput = {
  /** The alerts, which are created in this order: all of them, or none. */
  alerts?: InputMaybe<Array<NewAlertInput>>;
  /** The alerts watch whichever subscription is active under its external id. */
  subscriptionId?: InputMaybe<Scalars['ID']['input']>;
  /** The wallet. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** Display name; at most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Granted actions by resource, such as "customer" or "invoice": "read", "write" or both. Omitted resources are not accessible. Without this field the key has every permission. */
  permissions?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** A new billable metric. */
export type CreateBillableMetricInput = {
  /** How events become units. */
  aggregationType: AggregationType;
  /** The code that events refer to. Unique among metrics that are not deleted. */
  code: Scalars['String']['input'];
  /** Description of the billable metric, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Expression that computes the aggregated property of each event when the event is received. */
  expression?: InputMaybe<Scalars['String']['input']>;
  /** The event property that is aggregated. Null for `count_agg`. */
  fieldName?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their key. */
  filters?: InputMaybe<Array<BillableMetricFilterInput>>;
  /** Name of the billable metric. */
  name: Scalars['String']['input'];
  /** Whether quantities carry over from one billing period to the next. Default false. */
  recurring?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units are rounded before they are priced; null for no rounding. */
  roundingFunction?: InputMaybe<RoundingFunction>;
  /** Number of decimal places; may be negative. Null means 0. */
  roundingPrecision?: InputMaybe<Scalars['Int']['input']>;
  /** The unit of time of a weighted sum; null for other aggregations. */
  weightedInterval?: InputMaybe<WeightedInterval>;
};

/** A new billing entity. Fields that are omitted or null have their default. */
export type CreateBillingEntityInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Set by the caller at the creation. Unique, ignoring case, among entities that are not archived. */
  code: Scalars['String']['input'];
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Currency of documents of customers without one. By default USD. */
  defaultCurrency?: InputMaybe<CurrencyCode>;
  /** Accent color of documents and e-mails, such as "#0f766e". Text in it is darkened where it would be hard to read. Null removes it. */
  documentColor?: InputMaybe<Scalars['String']['input']>;
  /** Language of documents, such as "en" or "pt-BR". */
  documentLocale?: InputMaybe<Scalars['String']['input']>;
  /** The text with which the numbers of invoices begin: 1 to 10 characters, stored in upper case. By default it is made of the name and the id. */
  documentNumberPrefix?: InputMaybe<Scalars['String']['input']>;
  /** The scope within which invoices are counted, by default per_customer. Numbers that were given stay. */
  documentNumbering?: InputMaybe<DocumentNumbering>;
  /** Whether electronic invoices are made. Needs a country of the EU, and what their rules demand of the seller. */
  einvoicing?: InputMaybe<Scalars['Boolean']['input']>;
  /** The rules of its electronic invoices. Null: those of its country. */
  einvoicingProfile?: InputMaybe<EInvoicingProfile>;
  /** Address from which e-mails are sent. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Documents to send by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created". Replaces the whole list. */
  emailSettings?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether the taxes of customers follow the VAT rules of the EU. Needs a country of the EU. */
  euTaxManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether invoices without any fees are issued. By default true. */
  finalizeZeroAmountInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list. */
  identifiers?: InputMaybe<Array<PartyIdentifierInput>>;
  /** Text at the end of invoices, up to 600 characters. */
  invoiceFooter?: InputMaybe<Scalars['String']['input']>;
  /** Days for which invoices of subscriptions stay drafts. By default 0. */
  invoiceGracePeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** A data URI with a PNG or JPEG of up to 800 kB in base64. Null removes the logo. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Name of the billing entity. */
  name: Scalars['String']['input'];
  /** Payment term in days. By default 0. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** Telephone number, as it was sent. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Whether the issuing date moves when an invoice is finalized after its grace period. */
  subscriptionInvoiceIssuingDateAdjustment?: InputMaybe<IssuingDateAdjustment>;
  /** The day from which the issuing date of periodic invoices is computed. */
  subscriptionInvoiceIssuingDateAnchor?: InputMaybe<IssuingDateAnchor>;
  /** Tax number, such as a VAT number. */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name. By default UTC. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** A new filter of a charge. */
export type CreateChargeFilterInput = {
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge. */
  chargeId: Scalars['ID']['input'];
  /** Name shown on invoices. Defaults to the filter's values. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches every value. */
  values?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** A new charge of a plan. */
export type CreateChargeInput = {
  /** True: events may name the wallet that pays for them by its code, in the property `target_wallet_code`. Usage is then also grouped by this property. */
  acceptsTargetWallet?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to the plan's currency. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Id of the metric whose events are charged. */
  billableMetricId: Scalars['ID']['input'];
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel: ChargeModel;
  /** Defaults to the metric's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether fees appear on invoices. False is allowed only for charges billed in advance. Default true. */
  invoiceable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears. Default 0. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether each event is billed immediately instead of at the end of the billing period. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the plan. */
  planId: Scalars['ID']['input'];
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by the days for which they are held. Only for recurring metrics. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether paid fees are collected on one invoice at the end of the billing period. Only for charges billed in advance that are not invoiceable. */
  regroupPaidFees?: InputMaybe<RegroupPaidFees>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A new coupon. */
export type CreateCouponInput = {
  /** Amount taken off, in minor units of the currency. Required for `fixed_amount`; greater than 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amount; required with it. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** The plans or the metrics whose fees the coupon is for; by default all fees. */
  appliesTo?: InputMaybe<CouponLimitsInput>;
  /** Set by the caller. Unique among coupons that are not deleted. */
  code: Scalars['String']['input'];
  /** Whether it takes off an amount or a percentage. */
  couponType: CouponType;
  /** Description of the coupon, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Whether the coupon expires. */
  expiration: CouponExpiration;
  /** When a coupon with `time_limit` expires and can no longer be applied. Must be in the future when it is set. */
  expirationAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** How many invoices it is used for. */
  frequency: CouponFrequency;
  /** Number of invoices that a `recurring` coupon is used for; null for others. Required for it; greater than 0. */
  frequencyDuration?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the coupon. */
  name: Scalars['String']['input'];
  /** Percentage taken off, with up to 5 decimal places: "12.5" is 12.5 %. Required for `percentage`; greater than 0. */
  percentageRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Whether the same customer can be given the coupon more than once. Default true. */
  reusable?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A credit note. Its credit, refund and offset amounts include taxes and add up to the value of its items. */
export type CreateCreditNoteInput = {
  /** Amount credited to later invoices. Default 0. */
  creditAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Description of the credit note, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['input'];
  /** The fees to credit, and how much of each. */
  items: Array<CreditNoteItemInput>;
  /** At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Amount deducted from the amount due on the invoice. Default 0. */
  offsetAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Default `other`. */
  reason?: InputMaybe<CreditNoteReason>;
  /** Amount refunded. Default 0. */
  refundAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** A new customer. */
export type CreateCustomerInput = {
  /** Whether the customer is billed, or is a partner for whom the organization issues invoices. */
  accountType?: InputMaybe<CustomerAccountType>;
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** Settings of invoices, payments and documents. */
  billingConfiguration?: InputMaybe<CustomerBillingConfigurationInput>;
  /** Code of the billing entity. Null means the default one. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** What the customer wants to read on e-invoices to assign them, such as a Leitweg-ID. By default the purchase order number, else its external id. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Default currency. Invoices in other currencies are possible. */
  currency?: InputMaybe<CurrencyCode>;
  /** Whether the customer is a company or a person; null if it is not known. */
  customerType?: InputMaybe<CustomerKind>;
  /** Address to which documents are sent; several are separated by commas. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Set by the caller. Unique among customers that are not deleted. */
  externalId: Scalars['String']['input'];
  /** Whether invoices without any fees are issued. */
  finalizeZeroAmountInvoice?: InputMaybe<ZeroAmountInvoiceRule>;
  /** First name of a person. */
  firstname?: InputMaybe<Scalars['String']['input']>;
  /** Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list. */
  identifiers?: InputMaybe<Array<PartyIdentifierInput>>;
  /** Codes of the custom sections of its invoices; at most 20. Replaces the whole list. If it is empty, invoices show those of the billing entity. */
  invoiceCustomSectionCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Last name of a person. */
  lastname?: InputMaybe<Scalars['String']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** Address of a picture. */
  logoUrl?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list; at most 5 entries. Omitted entries are removed. */
  metadata?: InputMaybe<Array<CustomerMetadataInput>>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Days. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** Telephone number, as it was sent. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Where goods are delivered; null if it is not known. Taxes may depend on it. */
  shippingAddress?: InputMaybe<AddressInput>;
  /** Whether invoices of the customer have no custom sections. */
  skipInvoiceCustomSections?: InputMaybe<Scalars['Boolean']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Codes of the customer's own taxes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tax number, such as a VAT number: "FR12345678901". */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** Id of the test clock that the customer follows. Cannot be changed later. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** IANA time zone name. See `applicableTimezone` for the effective one. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Website of the customer. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** A new dunning campaign. */
export type CreateDunningCampaignInput = {
  /** Addresses that receive copies of the e-mails. */
  bccEmails?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Set by the caller. Unique among campaigns that are not deleted. */
  code: Scalars['String']['input'];
  /** Default 1. */
  daysBetweenAttempts?: InputMaybe<Scalars['Int']['input']>;
  /** Description of the dunning campaign, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Default 1. */
  maxAttempts?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the dunning campaign. */
  name: Scalars['String']['input'];
  /** At least one. */
  thresholds: Array<DunningThresholdInput>;
};

/** A new feature. */
export type CreateFeatureInput = {
  /** Set by the caller. Unique among features that are not deleted; it never changes. */
  code: Scalars['String']['input'];
  /** Description of the feature, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name of the feature. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** In order of creation. */
  privileges?: InputMaybe<Array<PrivilegeInput>>;
};

/** A new fixed charge of a plan. */
export type CreateFixedChargeInput = {
  /** Code of the add-on. */
  addOnCode?: InputMaybe<Scalars['String']['input']>;
  /** Required for a new fixed charge, unless the add-on's code is given. */
  addOnId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether existing subscriptions get the new units immediately instead of from the next billing period. Default false. Not stored. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel: FixedChargeModel;
  /** Defaults to the add-on's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is billed in advance instead of in arrears. Not allowed with the volume model. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the plan. */
  planId: Scalars['ID']['input'];
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by day. Not allowed with the graduated model when billed in advance. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Units per subscription: a whole number, 0 or more. Default 0. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** A new invitation. */
export type CreateInviteInput = {
  /** E-mail address of the person. */
  email: Scalars['String']['input'];
  /** Codes of the roles that the new member gets. */
  roles: Array<Scalars['String']['input']>;
};

/** A new custom section of invoices. */
export type CreateInvoiceCustomSectionInput = {
  /** Set by the caller. Unique among sections that are not deleted. */
  code: Scalars['String']['input'];
  /** A note for the organization; invoices do not show it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The text that invoices show. */
  details?: InputMaybe<Scalars['String']['input']>;
  /** The heading that invoices show. Default: the name. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the invoice custom section. */
  name: Scalars['String']['input'];
};

/** A one-off invoice: add-ons, outside of any subscription. */
export type CreateOneOffInvoiceInput = {
  /** Code of the billing entity that issues the invoice. Default: the customer's. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Default: the customer's currency, else that of the billing entity. A customer without currency takes it over. */
  currency?: InputMaybe<CurrencyCode>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId: Scalars['String']['input'];
  /** At least one. */
  fees?: InputMaybe<Array<OneOffFeeInput>>;
  /** The custom sections that the invoice shows. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** How the invoice is paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** The customer's reference; up to 255 characters. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Whether no payment provider is asked for a payment of the invoice when it is issued. */
  skipPsp?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A new organization. */
export type CreateOrganizationInput = {
  /** Name of the organization and of its default billing entity. */
  name: Scalars['String']['input'];
};

/** A new connection to a payment provider. */
export type CreatePaymentProviderInput = {
  /** Unique among the connections of the organization. */
  code: Scalars['String']['input'];
  /** Only for connections to GoCardless. */
  gocardless?: InputMaybe<GocardlessSettingsInput>;
  /** Name of the payment provider. */
  name: Scalars['String']['input'];
  /** Only for connections to Stripe. */
  stripe?: InputMaybe<StripeSettingsInput>;
  /** Address to which payers return from pages of the provider; up to 1,024 characters. Default: the home page of the provider. */
  successRedirectUrl?: InputMaybe<Scalars['String']['input']>;
  /** The payment provider: "stripe", "gocardless" or "sandbox". */
  type: Scalars['String']['input'];
};

/** A request to pay overdue invoices. */
export type CreatePaymentRequestInput = {
  /** Default the customer's e-mail address. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId: Scalars['String']['input'];
  /** Overdue invoices of the customer, of one billing entity and currency; at least one, at most a thousand. */
  invoiceIds: Array<Scalars['ID']['input']>;
  /** How the request is paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
};

/** A charge of a new plan. */
export type CreatePlanChargeInput = {
  /** True: events may name the wallet that pays for them by its code, in the property `target_wallet_code`. Usage is then also grouped by this property. */
  acceptsTargetWallet?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to the plan's currency. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Id of the metric whose events are charged. */
  billableMetricId: Scalars['ID']['input'];
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel: ChargeModel;
  /** Defaults to the metric's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether fees appear on invoices. False is allowed only for charges billed in advance. Default true. */
  invoiceable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears. Default 0. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether each event is billed immediately instead of at the end of the billing period. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by the days for which they are held. Only for recurring metrics. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether paid fees are collected on one invoice at the end of the billing period. Only for charges billed in advance that are not invoiceable. */
  regroupPaidFees?: InputMaybe<RegroupPaidFees>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A fixed charge of a new plan. */
export type CreatePlanFixedChargeInput = {
  /** Code of the add-on. */
  addOnCode?: InputMaybe<Scalars['String']['input']>;
  /** Required for a new fixed charge, unless the add-on's code is given. */
  addOnId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether existing subscriptions get the new units immediately instead of from the next billing period. Default false. Not stored. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel: FixedChargeModel;
  /** Defaults to the add-on's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is billed in advance instead of in arrears. Not allowed with the volume model. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by day. Not allowed with the graduated model when billed in advance. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Units per subscription: a whole number, 0 or more. Default 0. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** A new plan. */
export type CreatePlanInput = {
  /** Amount per billing period. */
  amountCents: Scalars['SafeInt']['input'];
  /** Currency of the amounts. */
  amountCurrency: CurrencyCode;
  /** Whether they are billed monthly on a yearly or semiannual plan. Null for other plans. Default false. */
  billChargesMonthly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether they are billed monthly on a yearly or semiannual plan. Null for other plans. Default false. */
  billFixedChargesMonthly?: InputMaybe<Scalars['Boolean']['input']>;
  /** In the order in which they were sent. */
  charges?: InputMaybe<Array<CreatePlanChargeInput>>;
  /** Set by the caller. Unique among plans that are not deleted. Plan overrides share the code of their parent. */
  code: Scalars['String']['input'];
  /** Description of the plan, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** In the order in which they were sent. */
  fixedCharges?: InputMaybe<Array<CreatePlanFixedChargeInput>>;
  /** Length of the billing period. */
  interval: PlanInterval;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 keys, chosen by the caller. Values are strings or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The least that a subscription pays for each billing period; null for none. */
  minimumCommitment?: InputMaybe<MinimumCommitmentInput>;
  /** Name of the plan. */
  name: Scalars['String']['input'];
  /** Whether the plan amount is billed in advance instead of in arrears. */
  payInAdvance: Scalars['Boolean']['input'];
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Length of the free trial in days, from the subscription's first start. No trial by default. */
  trialPeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring. */
  usageThresholds?: InputMaybe<Array<UsageThresholdInput>>;
};

/** A new pricing unit. */
export type CreatePricingUnitInput = {
  /** Set by the caller. Unique. */
  code: Scalars['String']['input'];
  /** Description of the pricing unit, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name of the pricing unit. */
  name: Scalars['String']['input'];
  /** Short name shown next to quantities. */
  shortName: Scalars['String']['input'];
};

/** A new role. */
export type CreateRoleInput = {
  /** Lower-case letters, digits and underscores; at most 100. It cannot be changed later. */
  code: Scalars['String']['input'];
  /** Description; at most 255 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Display name; at most 100 characters. */
  name: Scalars['String']['input'];
  /** What the role allows, such as `invoices:view`; the query `permissions` lists them. At least one. */
  permissions: Array<Scalars['String']['input']>;
};

/** A new filter of a charge for one subscription. The first such change gives the subscription a plan override. */
export type CreateSubscriptionChargeFilterInput = {
  /** Ignored: a plan override has no overrides of its own. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge. */
  chargeId: Scalars['ID']['input'];
  /** Name shown on invoices. Defaults to the filter's values. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Id of the subscription. */
  subscriptionId: Scalars['ID']['input'];
  /** Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches every value. */
  values?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** A new subscription. An unknown customer is created. */
export type CreateSubscriptionInput = {
  /** Conditions for activation. Replaces the whole list; allowed only before the subscription starts. */
  activationRules?: InputMaybe<Array<ActivationRuleInput>>;
  /** Defaults to the customer's. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Default `calendar`. */
  billingTime?: InputMaybe<BillingTime>;
  /** Default true. */
  consolidateInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must be a later day than today and than the start. */
  endingAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId: Scalars['String']['input'];
  /** Set by the caller. At most one active subscription has it at a time. */
  externalId: Scalars['String']['input'];
  /** The custom sections of its invoices. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** Name of the subscription. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Ignored for plans billed in arrears. */
  onTerminationCreditNote?: InputMaybe<OnTerminationCreditNote>;
  /** Default `generate`. */
  onTerminationInvoice?: InputMaybe<OnTerminationInvoice>;
  /** Null means the customer's default. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** Code of the plan. */
  planCode: Scalars['String']['input'];
  /** Plan overrides. They change the subscription's plan override if it has one. */
  planOverrides?: InputMaybe<PlanOverridesInput>;
  /** True: no usage is invoiced before its billing period ends. Default false. */
  progressiveBillingDisabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Printed on invoices. Subscriptions with different numbers get separate invoices. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** When the subscription starts. Default now. A subscription that starts on a later day is pending until then. Cannot be changed after the start. */
  subscriptionAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring. They apply instead of those of the plan. */
  usageThresholds?: InputMaybe<Array<UsageThresholdInput>>;
};

/** A new tax. */
export type CreateTaxInput = {
  /**
   * True applies the tax to the default billing entity.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must fit the rate. By default S if the rate is above 0, else Z. */
  category?: InputMaybe<TaxCategory>;
  /** Set by the caller. Unique among taxes that are not deleted. */
  code: Scalars['String']['input'];
  /** Description of the tax, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Why no tax is due, as documents say it, up to 255 characters. Needed by the category E; not for S and Z. By default a sentence in the language of the document. */
  exemptionReason?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tax. */
  name: Scalars['String']['input'];
  /** Percentage, 0 or more: 20 means 20 %. */
  rate: Scalars['Decimal']['input'];
};

/** A new test clock. */
export type CreateTestClockInput = {
  /** The current time of its customers. */
  frozenTime: Scalars['DateTime']['input'];
  /** Name of the test clock. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** A new wallet, with its first top-ups. */
export type CreateWalletInput = {
  /** The fees that it pays; by default all fees. */
  appliesTo?: InputMaybe<WalletLimitsInput>;
  /** The entity that issues the invoices of paid top-ups; by default the customer's. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Unique among the active wallets of the customer. Default: the name in lower snake case, or `default`. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** By default the customer's; a customer without currency takes that of the wallet. */
  currency?: InputMaybe<CurrencyCode>;
  /** When the wallet expires: it takes no new credits and pays only what was used before, and is terminated once the invoices of that time are final. Must be in the future when it is set. */
  expirationAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId: Scalars['String']['input'];
  /** Credits that are granted for free, usable immediately. */
  grantedCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** True: the first paid credits may be below the lowest or above the highest paid top-up. */
  ignorePaidTopUpLimitsOnCreation?: InputMaybe<Scalars['Boolean']['input']>;
  /** The custom sections of the invoices of its top-ups. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** True: the invoice of a paid top-up is issued only when it has been paid, and is hidden until then. Default false. */
  invoiceRequiresSuccessfulPayment?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Name of the wallet. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Credits that the customer buys: an invoice is issued, and its payment makes them usable. */
  paidCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** The highest paid top-up, in minor units of the currency. */
  paidTopUpMaxAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The lowest paid top-up, in minor units of the currency. */
  paidTopUpMinAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** How the invoices of paid top-ups are paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** 1 to 50: wallets with a lower number pay first. Default 50. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** Printed on the invoices of paid top-ups. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** The value of one credit, in currency units; greater than 0. It cannot be changed. */
  rateAmount: Scalars['Decimal']['input'];
  /** The rule that tops the wallet up automatically: one at most. An update replaces the whole list. */
  recurringTransactionRules?: InputMaybe<Array<WalletRecurringRuleInput>>;
  /** Metadata of the first top-ups: at most 5 entries. */
  transactionMetadata?: InputMaybe<Array<WalletTransactionMetadataInput>>;
  /** Name of the first top-ups. */
  transactionName?: InputMaybe<Scalars['String']['input']>;
  /** Priority of the first top-ups: 1 to 50. Default 50. */
  transactionPriority?: InputMaybe<Scalars['Int']['input']>;
};

/** Up to three new transactions: a paid top-up, a free one and a void. Zero credits create no transaction. */
export type CreateWalletTransactionsInput = {
  /** Credits that are granted for free, usable immediately. */
  grantedCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** True: the paid credits may be below the lowest or above the highest paid top-up. */
  ignorePaidTopUpLimits?: InputMaybe<Scalars['Boolean']['input']>;
  /** The custom sections of the invoice of the purchase. Default: those of the wallet. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** True: the invoice of the purchase is issued only when it has been paid. By default the wallet's setting. */
  invoiceRequiresSuccessfulPayment?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 15 entries. */
  metadata?: InputMaybe<Array<WalletTransactionMetadataInput>>;
  /** Printed on the invoice of the purchase. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Credits that the customer buys: an invoice is issued, and its payment makes them usable. */
  paidCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** How the invoice of the purchase is paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** 1 to 50: credits of top-ups with a lower number are used first. Default 50. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** Printed on the invoice of the purchase. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Credits to void. */
  voidedCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** The top-up whose credits are voided. Without `voidedCredits`, all its remaining credits are. */
  voidedTransactionId?: InputMaybe<Scalars['ID']['input']>;
  /** The wallet whose balance changes. */
  walletId: Scalars['ID']['input'];
};

/** A new webhook endpoint. */
export type CreateWebhookEndpointInput = {
  /** Kinds of messages that the endpoint receives. Null or `["*"]` means all kinds, an empty list none. The query `webhookEventTypes` lists them. */
  eventTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Display name; at most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Null means `jwt`. */
  signatureAlgo?: InputMaybe<WebhookSignatureAlgorithm>;
  /** False: no messages about customers on test clocks. True: only those. Null means both; applies to later messages. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** An absolute http or https URL without user info, on port 80, 443 or above 1023. Its host must not have a private address. Unique in the organization. */
  webhookUrl: Scalars['String']['input'];
};

/** Kind of record that a credit comes from. */
export type CreditItemKind =
  /** A coupon of the customer. */
  | 'coupon'
  /** A credit note. */
  | 'credit_note'
  /** A progressive invoice that has billed the same usage. */
  | 'invoice';

/** What an export of credit notes has a row for. */
export type CreditNoteExportKind =
  /** Each credit note. */
  | 'credit_notes'
  /** Each credited fee of the credit notes. */
  | 'items';

/** Filters credit notes. All conditions must hold; ranges include both ends. */
export type CreditNoteFilter = {
  /**
   * Minimum total amount.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `totalAmountCents: {gte: …}`.
   */
  amountFrom?: InputMaybe<Scalars['SafeInt']['input']>;
  /**
   * Maximum total amount.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `totalAmountCents: {lte: …}`.
   */
  amountTo?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Every code must belong to an existing billing entity. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Only items that have this value. */
  creditStatus?: InputMaybe<CreditStatus>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  invoiceNumber?: InputMaybe<Scalars['String']['input']>;
  /** Conditions on `issuingDate`, such as `{lt: "2027-01-01"}`. */
  issuingDate?: InputMaybe<DateComparison>;
  /**
   * Issued on this day or later.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `issuingDate: {gte: …}`.
   */
  issuingDateFrom?: InputMaybe<Scalars['Date']['input']>;
  /**
   * Issued on this day or earlier.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `issuingDate: {lte: …}`.
   */
  issuingDateTo?: InputMaybe<Scalars['Date']['input']>;
  /** Of the invoice that the credit note belongs to. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  reason?: InputMaybe<CreditNoteReason>;
  /** Only items that have this value. */
  refundStatus?: InputMaybe<RefundStatus>;
  /** Of the invoice that the credit note belongs to. */
  selfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** Conditions on `totalAmountCents`, such as `{gte: 1000}`. */
  totalAmountCents?: InputMaybe<AmountComparison>;
  /** Credit notes with any of these kinds of amounts. */
  types?: InputMaybe<Array<CreditNotePart>>;
};

/** The amount of a fee to credit, before coupons and taxes. */
export type CreditNoteItemInput = {
  /** Before coupons and taxes. */
  amountCents: Scalars['SafeInt']['input'];
  /** Id of the fee. */
  feeId: Scalars['ID']['input'];
};

/** The sort order of a list of CreditNote. Items with the same value are sorted by id. */
export type CreditNoteOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: CreditNoteOrderField;
};

/** Fields that a list of CreditNote can be sorted by. */
export type CreditNoteOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `issuing_date`. */
  | 'issuing_date'
  /** Sorts by `total_amount_cents`. */
  | 'total_amount_cents';

/** Credited to later invoices, refunded, or deducted from the amount due on the invoice itself. */
export type CreditNotePart =
  /** Credited to later invoices. */
  | 'credit'
  /** Deducted from the amount due on the invoice itself. */
  | 'offset'
  /** Paid back. */
  | 'refund';

/** Why an invoice is credited. */
export type CreditNoteReason =
  /** Something was charged twice. */
  | 'duplicated_charge'
  /** The charge was fraudulent. */
  | 'fraudulent_charge'
  /** The order was canceled. */
  | 'order_cancellation'
  /** The order was changed, such as by a change of plan. */
  | 'order_change'
  /** Another reason. */
  | 'other'
  /** The product did not satisfy the customer. */
  | 'product_unsatisfactory';

/** Status of the credit: available, consumed or voided. */
export type CreditStatus =
  /** Part of the credit remains for later invoices. */
  | 'available'
  /** All of it was credited to later invoices. */
  | 'consumed'
  /** The remaining credit was voided. */
  | 'voided';

/** ISO 4217 currency code. */
export type CurrencyCode =
  /** United Arab Emirates Dirham. */
  | 'AED'
  /** Afghan Afghani. */
  | 'AFN'
  /** Albanian Lek. */
  | 'ALL'
  /** Armenian Dram. */
  | 'AMD'
  /** Netherlands Antillean Guilder. */
  | 'ANG'
  /** Angolan Kwanza. */
  | 'AOA'
  /** Argentine Peso. */
  | 'ARS'
  /** Australian Dollar. */
  | 'AUD'
  /** Aruban Florin. */
  | 'AWG'
  /** Azerbaijani Manat. */
  | 'AZN'
  /** Bosnia-Herzegovina Convertible Mark. */
  | 'BAM'
  /** Barbadian Dollar. */
  | 'BBD'
  /** Bangladeshi Taka. */
  | 'BDT'
  /** Bulgarian Lev. */
  | 'BGN'
  /** Bahraini Dinar. */
  | 'BHD'
  /** Burundian Franc. */
  | 'BIF'
  /** Bermudan Dollar. */
  | 'BMD'
  /** Brunei Dollar. */
  | 'BND'
  /** Bolivian Boliviano. */
  | 'BOB'
  /** Brazilian Real. */
  | 'BRL'
  /** Bahamian Dollar. */
  | 'BSD'
  /** Botswanan Pula. */
  | 'BWP'
  /** Belarusian Ruble. */
  | 'BYN'
  /** Belize Dollar. */
  | 'BZD'
  /** Canadian Dollar. */
  | 'CAD'
  /** Congolese Franc. */
  | 'CDF'
  /** Swiss Franc. */
  | 'CHF'
  /** Chilean Unit of Account (UF). */
  | 'CLF'
  /** Chilean Peso. */
  | 'CLP'
  /** Chinese Yuan. */
  | 'CNY'
  /** Colombian Peso. */
  | 'COP'
  /** Costa Rican Colón. */
  | 'CRC'
  /** Cape Verdean Escudo. */
  | 'CVE'
  /** Czech Koruna. */
  | 'CZK'
  /** Djiboutian Franc. */
  | 'DJF'
  /** Danish Krone. */
  | 'DKK'
  /** Dominican Peso. */
  | 'DOP'
  /** Algerian Dinar. */
  | 'DZD'
  /** Egyptian Pound. */
  | 'EGP'
  /** Ethiopian Birr. */
  | 'ETB'
  /** Euro. */
  | 'EUR'
  /** Fijian Dollar. */
  | 'FJD'
  /** Falkland Islands Pound. */
  | 'FKP'
  /** British Pound. */
  | 'GBP'
  /** Georgian Lari. */
  | 'GEL'
  /** Ghanaian Cedi. */
  | 'GHS'
  /** Gibraltar Pound. */
  | 'GIP'
  /** Gambian Dalasi. */
  | 'GMD'
  /** Guinean Franc. */
  | 'GNF'
  /** Guatemalan Quetzal. */
  | 'GTQ'
  /** Guyanaese Dollar. */
  | 'GYD'
  /** Hong Kong Dollar. */
  | 'HKD'
  /** Honduran Lempira. */
  | 'HNL'
  /** Croatian Kuna. */
  | 'HRK'
  /** Haitian Gourde. */
  | 'HTG'
  /** Hungarian Forint. */
  | 'HUF'
  /** Indonesian Rupiah. */
  | 'IDR'
  /** Israeli New Shekel. */
  | 'ILS'
  /** Indian Rupee. */
  | 'INR'
  /** Iraqi Dinar. */
  | 'IQD'
  /** Icelandic Króna. */
  | 'ISK'
  /** Jamaican Dollar. */
  | 'JMD'
  /** Jordanian Dinar. */
  | 'JOD'
  /** Japanese Yen. */
  | 'JPY'
  /** Kenyan Shilling. */
  | 'KES'
  /** Kyrgyz Som. */
  | 'KGS'
  /** Cambodian Riel. */
  | 'KHR'
  /** Comorian Franc. */
  | 'KMF'
  /** South Korean Won. */
  | 'KRW'
  /** Kuwaiti Dinar. */
  | 'KWD'
  /** Cayman Islands Dollar. */
  | 'KYD'
  /** Kazakhstani Tenge. */
  | 'KZT'
  /** Laotian Kip. */
  | 'LAK'
  /** Lebanese Pound. */
  | 'LBP'
  /** Sri Lankan Rupee. */
  | 'LKR'
  /** Liberian Dollar. */
  | 'LRD'
  /** Lesotho Loti. */
  | 'LSL'
  /** Libyan Dinar. */
  | 'LYD'
  /** Moroccan Dirham. */
  | 'MAD'
  /** Moldovan Leu. */
  | 'MDL'
  /** Malagasy Ariary. */
  | 'MGA'
  /** Macedonian Denar. */
  | 'MKD'
  /** Myanmar Kyat. */
  | 'MMK'
  /** Mongolian Tugrik. */
  | 'MNT'
  /** Macanese Pataca. */
  | 'MOP'
  /** Mauritanian Ouguiya (1973–2017). */
  | 'MRO'
  /** Mauritian Rupee. */
  | 'MUR'
  /** Maldivian Rufiyaa. */
  | 'MVR'
  /** Malawian Kwacha. */
  | 'MWK'
  /** Mexican Peso. */
  | 'MXN'
  /** Malaysian Ringgit. */
  | 'MYR'
  /** Mozambican Metical. */
  | 'MZN'
  /** Namibian Dollar. */
  | 'NAD'
  /** Nigerian Naira. */
  | 'NGN'
  /** Nicaraguan Córdoba. */
  | 'NIO'
  /** Norwegian Krone. */
  | 'NOK'
  /** Nepalese Rupee. */
  | 'NPR'
  /** New Zealand Dollar. */
  | 'NZD'
  /** Omani Rial. */
  | 'OMR'
  /** Panamanian Balboa. */
  | 'PAB'
  /** Peruvian Sol. */
  | 'PEN'
  /** Papua New Guinean Kina. */
  | 'PGK'
  /** Philippine Peso. */
  | 'PHP'
  /** Pakistani Rupee. */
  | 'PKR'
  /** Polish Zloty. */
  | 'PLN'
  /** Paraguayan Guarani. */
  | 'PYG'
  /** Qatari Riyal. */
  | 'QAR'
  /** Romanian Leu. */
  | 'RON'
  /** Serbian Dinar. */
  | 'RSD'
  /** Russian Ruble. */
  | 'RUB'
  /** Rwandan Franc. */
  | 'RWF'
  /** Saudi Riyal. */
  | 'SAR'
  /** Solomon Islands Dollar. */
  | 'SBD'
  /** Seychellois Rupee. */
  | 'SCR'
  /** Swedish Krona. */
  | 'SEK'
  /** Singapore Dollar. */
  | 'SGD'
  /** St. Helena Pound. */
  | 'SHP'
  /** Sierra Leonean Leone (1964—2022). */
  | 'SLL'
  /** Somali Shilling. */
  | 'SOS'
  /** Surinamese Dollar. */
  | 'SRD'
  /** São Tomé & Príncipe Dobra (1977–2017). */
  | 'STD'
  /** Swazi Lilangeni. */
  | 'SZL'
  /** Thai Baht. */
  | 'THB'
  /** Tajikistani Somoni. */
  | 'TJS'
  /** Tunisian Dinar. */
  | 'TND'
  /** Tongan Paʻanga. */
  | 'TOP'
  /** Turkish Lira. */
  | 'TRY'
  /** Trinidad & Tobago Dollar. */
  | 'TTD'
  /** New Taiwan Dollar. */
  | 'TWD'
  /** Tanzanian Shilling. */
  | 'TZS'
  /** Ukrainian Hryvnia. */
  | 'UAH'
  /** Ugandan Shilling. */
  | 'UGX'
  /** US Dollar. */
  | 'USD'
  /** Uruguayan Peso. */
  | 'UYU'
  /** Uzbekistani Som. */
  | 'UZS'
  /** Vietnamese Dong. */
  | 'VND'
  /** Vanuatu Vatu. */
  | 'VUV'
  /** Samoan Tala. */
  | 'WST'
  /** Central African CFA Franc. */
  | 'XAF'
  /** East Caribbean Dollar. */
  | 'XCD'
  /** West African CFA Franc. */
  | 'XOF'
  /** CFP Franc. */
  | 'XPF'
  /** Yemeni Rial. */
  | 'YER'
  /** South African Rand. */
  | 'ZAR'
  /** Zambian Kwacha. */
  | 'ZMW';

/** Partners are billed by self-billed invoices. */
export type CustomerAccountType =
  /** The organization sells to the customer. */
  | 'customer'
  /** The organization buys from the partner, and issues self-billed invoices. */
  | 'partner';

/** Billing settings of a customer. Null means the setting of its billing entity. */
export type CustomerBillingConfigurationInput = {
  /** Language of documents, such as "en" or "pt-BR". */
  documentLocale?: InputMaybe<Scalars['String']['input']>;
  /** Days in which invoices of periods remain drafts. Null: those of its billing entity. */
  invoiceGracePeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Kind of the payment provider that charges the customer: "stripe" or "sandbox". Null unlinks the customer and deletes its payment methods; other texts are stored and have no effect. */
  paymentProvider?: InputMaybe<Scalars['String']['input']>;
  /** Code of the connection to the payment provider. Default: the only one of its kind. */
  paymentProviderCode?: InputMaybe<Scalars['String']['input']>;
  /** Id of the customer at the payment provider. At the sandbox, a word such as "ok" or "declined". */
  providerCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Ways to pay that the customer is offered. Default: card. `link` needs `card`, and `customer_balance` excludes all others. */
  providerPaymentMethods?: InputMaybe<Array<ProviderPaymentMethod>>;
  /** Whether the issuing date moves when an invoice is finalized after its grace period. */
  subscriptionInvoiceIssuingDateAdjustment?: InputMaybe<IssuingDateAdjustment>;
  /** The day from which the issuing date of periodic invoices is computed. */
  subscriptionInvoiceIssuingDateAnchor?: InputMaybe<IssuingDateAnchor>;
  /** As `syncWithProvider`, which has the same effect. */
  sync?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the server creates the customer at the payment provider, unless its id is given. */
  syncWithProvider?: InputMaybe<Scalars['Boolean']['input']>;
};

/** All given conditions must hold. A list matches any of its values. */
export type CustomerFilter = {
  /** Only customers of one of these kinds of account. */
  accountType?: InputMaybe<Array<CustomerAccountType>>;
  /** Only customers of one of these billing entities. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only customers in one of these countries. */
  countries?: InputMaybe<Array<CountryCode>>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Only customers with one of these currencies. */
  currencies?: InputMaybe<Array<CurrencyCode>>;
  /** Only companies, or only people. */
  customerType?: InputMaybe<CustomerKind>;
  /** Only items that have this value. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Only customers whose kind is known, or only the others. */
  hasCustomerType?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only customers with a tax number, or only those without. */
  hasTaxIdentificationNumber?: InputMaybe<Scalars['Boolean']['input']>;
  /** Metadata values by key. An empty value matches customers without the key. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
  /** Only customers in one of these states or provinces. */
  states?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** Only customers with one of these postal codes. */
  zipcodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Whether a customer is a company or a person. */
export type CustomerKind =
  /** A company. */
  | 'company'
  /** A person. */
  | 'individual';

/** A key and a value of the organization. */
export type CustomerMetadataInput = {
  /** Default false. */
  displayInInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the entry to change. If omitted, the entry with the same key is changed. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 20 characters; unique within the list. */
  key: Scalars['String']['input'];
  /** 1 to 100 characters. */
  value: Scalars['String']['input'];
};

/** The sort order of a list of Customer. Items with the same value are sorted by id. */
export type CustomerOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: CustomerOrderField;
};

/** Fields that a list of Customer can be sorted by. */
export type CustomerOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** All given conditions must hold. */
export type CustomerUsageListFilter = {
  /** Conditions on `from`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  from?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of CustomerUsage. Items with the same value are sorted by id. */
export type CustomerUsageOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: CustomerUsageOrderField;
};

/** Fields that a list of CustomerUsage can be sorted by. */
export type CustomerUsageOrderField =
  /** Sorts by `from`. */
  | 'from';

/** Why an export has failed. */
export type DataExportFailure =
  /** The file would be larger than `EXPORT_MAX_BYTES`, 20 MB by default: select fewer records. */
  | 'file_too_large'
  /** The server could not write the file. */
  | 'internal_error'
  /** The file would have more rows than `EXPORT_MAX_ROWS`, 50,000 by default: select fewer records. */
  | 'too_many_rows';

/** Format of the file of an export. */
export type DataExportFormat =
  /** Comma-separated values (RFC 4180) in UTF-8 with a byte order mark; the first row names the columns, in the words of the REST API. Amounts are integers in minor units (cents) of the `currency` in their row, instants are in UTC. Texts that a spreadsheet would compute as formulas begin with an apostrophe. */
  | 'csv';

/** Whether an export has its file. */
export type DataExportStatus =
  /** The file is written. */
  | 'completed'
  /** There will be no file. */
  | 'failed'
  /** The file is being written, or will be. */
  | 'pending';

/** What an export has a row for. */
export type DataExportType =
  /** Each credited fee of a credit note. */
  | 'credit_note_items'
  /** Each credit note. */
  | 'credit_notes'
  /** Each fee of an invoice. */
  | 'invoice_fees'
  /** Each invoice. */
  | 'invoices';

/** Conditions on a calendar date. All conditions must hold. */
export type DateComparison = {
  /** Equal to this value. */
  eq?: InputMaybe<Scalars['Date']['input']>;
  /** Greater than this value. */
  gt?: InputMaybe<Scalars['Date']['input']>;
  /** Greater than or equal to this value. */
  gte?: InputMaybe<Scalars['Date']['input']>;
  /** Equal to one of at most 1,000 values. */
  in?: InputMaybe<Array<Scalars['Date']['input']>>;
  /** Less than this value. */
  lt?: InputMaybe<Scalars['Date']['input']>;
  /** Less than or equal to this value. */
  lte?: InputMaybe<Scalars['Date']['input']>;
};

/** Conditions on an instant: a half-open period. All conditions must hold. */
export type DateTimeComparison = {
  /** At this instant or later. */
  gte?: InputMaybe<Scalars['DateTime']['input']>;
  /** Before this instant. */
  lt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The input of `deleteAddOn`. */
export type DeleteAddOnInput = {
  /** Id of the add-on. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteAdjustedFee`. */
export type DeleteAdjustedFeeInput = {
  /** Id of a fee of a draft invoice that was changed by hand. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteAlert`. */
export type DeleteAlertInput = {
  /** Id of the alert. */
  id: Scalars['ID']['input'];
};

/** The alerts of a subscription or of a wallet: give one of the two ids. */
export type DeleteAllAlertsInput = {
  /** Id of a subscription. The alerts on its external id are deleted. */
  subscriptionId?: InputMaybe<Scalars['ID']['input']>;
  /** The wallet. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
};

/** The input of `deleteApiKey`. */
export type DeleteApiKeyInput = {
  /** Id of the API key. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteBillableMetric`. */
export type DeleteBillableMetricInput = {
  /** Id of the billable metric. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteChargeFilter`. */
export type DeleteChargeFilterInput = {
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge filter. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteCharge`. */
export type DeleteChargeInput = {
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteCoupon`. */
export type DeleteCouponInput = {
  /** Id of the coupon. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteCreditNoteMetadata`. */
export type DeleteCreditNoteMetadataInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
  /** The key to remove. If omitted, all keys are removed. */
  key?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `deleteCustomer`. */
export type DeleteCustomerInput = {
  /** Id of the customer. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteDunningCampaign`. */
export type DeleteDunningCampaignInput = {
  /** Id of the dunning campaign. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteFeature`. */
export type DeleteFeatureInput = {
  /** Id of the feature. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteFee`. */
export type DeleteFeeInput = {
  /** Id of the fee. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteFixedCharge`. */
export type DeleteFixedChargeInput = {
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the fixed charge. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteInvoiceCustomSection`. */
export type DeleteInvoiceCustomSectionInput = {
  /** Id of the invoice custom section. */
  id: Scalars['ID']['input'];
};

/** Names a payment method of a customer. */
export type DeletePaymentMethodInput = {
  /** Id of the payment method. */
  id: Scalars['ID']['input'];
};

/** The input of `deletePaymentProvider`. */
export type DeletePaymentProviderInput = {
  /** Id of the payment provider. */
  id: Scalars['ID']['input'];
};

/** The input of `deletePlan`. */
export type DeletePlanInput = {
  /** Id of the plan. */
  id: Scalars['ID']['input'];
};

/** The plan, by its id or its code. */
export type DeletePlanMetadataInput = {
  /** Code of the plan: a short text that the organization chose, unique among its kind. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Id of the plan. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The key to remove. If omitted, all keys are removed. */
  key?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `deletePrivilege`. */
export type DeletePrivilegeInput = {
  /** Code of the privilege. */
  code: Scalars['String']['input'];
  /** Code of the feature. */
  featureCode: Scalars['String']['input'];
};

/** The input of `deleteRole`. */
export type DeleteRoleInput = {
  /** Id of the role. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteSubscriptionChargeFilter`. */
export type DeleteSubscriptionChargeFilterInput = {
  /** Id of the subscription charge filter. */
  id: Scalars['ID']['input'];
  /** Id of the subscription. */
  subscriptionId: Scalars['ID']['input'];
};

/** The input of `deleteTax`. */
export type DeleteTaxInput = {
  /** Id of the tax. */
  id: Scalars['ID']['input'];
};

/** The input of `deleteTestClock`. */
export type DeleteTestClockInput = {
  /** Id of the test clock. */
  id: Scalars['ID']['input'];
};

/** The wallet is named by its id, or by its customer and its code. */
export type DeleteWalletMetadataInput = {
  /** Code of the wallet. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Id of the wallet. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The key to remove. If omitted, all keys are removed. */
  key?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `deleteWebhookEndpoint`. */
export type DeleteWebhookEndpointInput = {
  /** Id of the webhook endpoint. */
  id: Scalars['ID']['input'];
};

/** The kind of device that a browser runs on. */
export type DeviceType =
  /** A desktop computer or laptop. */
  | 'desktop'
  /** A phone. */
  | 'mobile'
  /** A tablet. */
  | 'tablet';

/** The scope within which invoices are counted. */
export type DocumentNumbering =
  /** One sequence for all customers of the billing entity. */
  | 'per_billing_entity'
  /** A sequence for each customer. */
  | 'per_customer';

/** A credit note whose file is requested. */
export type DownloadCreditNoteInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
};

/** An invoice whose file is requested. */
export type DownloadInvoiceInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
};

/** A payment receipt whose file is requested. */
export type DownloadPaymentReceiptInput = {
  /** Id of the payment receipt. */
  id: Scalars['ID']['input'];
};

/** The input of `refreshInvoice`. */
export type DraftInvoiceInput = {
  /** Id of the draft invoice. */
  id: Scalars['ID']['input'];
};

/** All given conditions must hold. */
export type DunningCampaignListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of DunningCampaign. Items with the same value are sorted by id. */
export type DunningCampaignOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: DunningCampaignOrderField;
};

/** Fields that a list of DunningCampaign can be sorted by. */
export type DunningCampaignOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** The lowest overdue balance at which customers are dunned. */
export type DunningThresholdInput = {
  /** Zero or more. */
  amountCents: Scalars['SafeInt']['input'];
  /** At most one threshold for each currency. */
  currency: CurrencyCode;
};

/** A plan to copy, and what differs on the copy. */
export type DuplicatePlanInput = {
  /** Code of the new plan. */
  code: Scalars['String']['input'];
  /** Id of the plan to copy. */
  id: Scalars['ID']['input'];
  /** Name of the new plan. */
  name: Scalars['String']['input'];
};

/** How events with a known transaction id are handled. */
export type DuplicatePolicy =
  /** Duplicates are ignored: the answer shows the stored event. */
  | 'ignore'
  /** Duplicates are refused, together with all other events of the request. */
  | 'reject';

/** Prices for the charge model `dynamic`: events carry their amounts. */
export type DynamicPropertiesInput = {
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The rules of electronic invoices. */
export type EInvoicingProfile =
  /** Peppol BIS Billing 3. */
  | 'peppol_bis_3';

/** The input of `eraseCustomer`. */
export type EraseCustomerInput = {
  /** Id of the erase customer. */
  id: Scalars['ID']['input'];
};

/** The code of an error (`errors[].extensions.code`), which programs should read instead of the message. A code without a status of its own means that the state of the record does not allow the mutation: status 405. */
export type ErrorCode =
  /** No document is known by this hash: send the document with its hash. Status 200. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** Persisted documents need a valid API key. */
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  /** Arguments contradict each other. Status 400. */
  | 'bad_request'
  /** The request, its document or its variables are not valid for the schema. Status 400. */
  | 'bad_user_input'
  /** Only an admin can change or remove an admin. Status 403. */
  | 'cannot_change_admin'
  /** Only an admin can grant the role of an admin. Status 403. */
  | 'cannot_grant_admin'
  /** Nobody can grant permissions without holding them. Status 403. */
  | 'cannot_grant_permissions'
  /** Members cannot revoke their own membership. */
  | 'cannot_revoke_own_membership'
  /** The invoice that paid for unused days still waits for its taxes; try again when it has them. */
  | 'cannot_terminate_with_pending_taxes'
  /** The invitation was accepted. Status 403. */
  | 'cannot_update_accepted_invite'
  /** The invitation was revoked. Status 403. */
  | 'cannot_update_revoked_invite'
  /** A subscription of the customer has not ended, or an invoice is not issued yet. */
  | 'customer_is_billed'
  /** Delete the customer first. */
  | 'customer_not_deleted'
  /** The default billing entity of an organization cannot be archived. */
  | 'default_billing_entity_cannot_be_archived'
  /** The oldest billing entity of an organization is its default one. */
  | 'default_billing_entity_cannot_be_changed'
  /** The billing entity sends no e-mails of this kind. */
  | 'email_settings_disabled'
  /** The session has expired: log in again. Status 401. */
  | 'expired_jwt_token'
  /** The payment provider does not have this feature. */
  | 'feature_not_supported'
  /** The API key or the member lacks the permission, or the record does not allow it to anybody. Status 403. */
  | 'forbidden'
  /** Usage since the start of the subscription requires the selection of a charge or a group, and excludes prorated charges. */
  | 'full_usage_not_allowed'
  /** A fault of the server; its log has the request id. Status 500. */
  | 'internal_error'
  /** The status of the record does not allow this. */
  | 'invalid_status'
  /** Only finalized or voided invoices can be credited. */
  | 'invalid_type_or_status'
  /** Only a finalized invoice can be sent. */
  | 'invoice_not_finalized'
  /** The fee is on an invoice, and has the payment status of the invoice. */
  | 'invoiced_fee'
  /** The invoices were issued by several billing entities. */
  | 'invoices_have_different_billing_entities'
  /** The invoices are in several currencies. */
  | 'invoices_have_different_currencies'
  /** Only overdue invoices can be requested. */
  | 'invoices_not_overdue'
  /** A payment of an invoice is under way. */
  | 'invoices_not_ready_for_payment_processing'
  /** The message has been delivered. */
  | 'is_succeeded'
  /** An organization must keep at least one admin. */
  | 'last_admin'
  /** Another request is changing the same record; try again. Status 422. */
  | 'lock_acquisition_failed'
  /** Metadata cannot be set on a draft invoice. */
  | 'metadata_on_draft_invoice'
  /** The customer has no active subscription with this id. */
  | 'no_active_subscription'
  /** The credit note has no remaining credit to void. */
  | 'no_voidable_amount'
  /** Only the fees of a draft invoice can be changed by hand. */
  | 'not_adjustable'
  /** Only a draft invoice can be deleted. */
  | 'not_deletable'
  /** Only a finalized or voided invoice can be disputed. */
  | 'not_disputable'
  /** A record that the arguments name does not exist. `details` names its kind. Status 404. */
  | 'not_found'
  /** Only a voided invoice can be regenerated, and only once. Invoices of bought credits or of paid fees cannot. */
  | 'not_regenerable'
  /** Only a finalized invoice can be voided. */
  | 'not_voidable'
  /** A coupon is limited to plans or to metrics, not to both. */
  | 'only_one_limitation_type_per_coupon_allowed'
  /** A payment of the invoice is under way. */
  | 'payment_processor_is_currently_handling_payment'
  /** The payment status of a draft invoice cannot be changed. */
  | 'payment_status_update_on_draft_invoice'
  /** An active coupon of the customer is for the same plans or metrics. */
  | 'plan_overlapping'
  /** The roles that every organization has cannot be changed. Status 403. */
  | 'predefined_role'
  /** The purchase order number can no longer be changed. */
  | 'purchase_order_number_not_editable'
  /** The request exceeds a limit of size. Status 413. */
  | 'query_is_too_large'
  /** Members or pending invitations still have the role. Status 403. */
  | 'role_assigned_to_members'
  /** Nothing was changed: the operation was rolled back because a part of it failed. Status 424. */
  | 'rolled_back'
  /** The server cannot answer at the moment; try again. Status 503. */
  | 'service_unavailable'
  /** Nobody can sign up on this server; users are invited. */
  | 'signup_disabled'
  /** The subscription still waits for its first payment. */
  | 'subscription_incomplete'
  /** The test clock is advancing; try again when it is ready. */
  | 'test_clock_advancing'
  /** There are too many requests; try again later. Status 429. */
  | 'too_many_requests'
  /** A valid API key is required: "Authorization: Bearer <key>". A session also needs "X-Svc-Organization: <id>". Status 401. */
  | 'unauthorized'
  /** Values of the input are not allowed: `inputErrors` lists them. Status 422. */
  | 'unprocessable_entity'
  /** A voided invoice cannot be changed. */
  | 'update_on_voided_invoice';

/** The credit note to estimate. */
export type EstimateCreditNoteInput = {
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['input'];
  /** The fees to credit, and how much of each. */
  items: Array<CreditNoteItemInput>;
};

/** An expression and an event to evaluate it on. */
export type EvaluateExpressionInput = {
  /** The event for which the expression is computed. */
  event: ExpressionEventInput;
  /** The expression, such as `event.properties.seconds / 60`. */
  expression: Scalars['String']['input'];
};

/** Conditions on events. All conditions must hold. */
export type EventFilter = {
  /** Only items that have this value. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** Conditions on `timestamp`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  timestamp?: InputMaybe<DateTimeComparison>;
  /** Only events of this time or later. */
  timestampFrom?: InputMaybe<Scalars['DateTimeMillis']['input']>;
  /** Only events since the start of the active, or else the latest, subscription with `externalSubscriptionId`. */
  timestampFromStartedAt?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events of this time or earlier. */
  timestampTo?: InputMaybe<Scalars['DateTimeMillis']['input']>;
};

/** The sort order of a list of Event. Items with the same value are sorted by id. */
export type EventOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: EventOrderField;
};

/** Fields that a list of Event can be sorted by. */
export type EventOrderField =
  /** Sorts by `timestamp`. */
  | 'timestamp';

/** An event to estimate fees for. It is not stored. */
export type EventToEstimateInput = {
  /** Code of a billable metric that the plan charges in advance. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** External id of an active subscription. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** The event's own price, for charges with the dynamic model. */
  preciseTotalAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Ignored: the event is dated at the customer's current time. */
  timestamp?: InputMaybe<Scalars['EventTimestamp']['input']>;
  /** Defaults to a new id. */
  transactionId?: InputMaybe<Scalars['String']['input']>;
};

/** Events whose fees are to be estimated. */
export type EventsToEstimateInput = {
  /** At most 100. */
  events?: InputMaybe<Array<ListedEventToEstimateInput>>;
};

/** Which credit notes to export. */
export type ExportCreditNotesInput = {
  /** Conditions that the credit notes must meet. */
  filter?: InputMaybe<CreditNoteFilter>;
  /** Format of the file. */
  format?: DataExportFormat;
  /** True: also the documents of customers on test clocks. They are not exported otherwise. */
  includeTest?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the file has a row for. */
  kind?: CreditNoteExportKind;
  /** A text that the list of credit notes would be searched for. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only the documents of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
};

/** Which invoices to export. */
export type ExportInvoicesInput = {
  /** Conditions that the invoices must meet. */
  filter?: InputMaybe<InvoiceFilter>;
  /** Format of the file. */
  format?: DataExportFormat;
  /** True: also the documents of customers on test clocks. They are not exported otherwise. */
  includeTest?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the file has a row for. */
  kind?: InvoiceExportKind;
  /** A text that the list of invoices would be searched for. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only the documents of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
};

/** A sample event. */
export type ExpressionEventInput = {
  /** Code of the expression event: a short text that the organization chose, unique among its kind. */
  code: Scalars['String']['input'];
  /** The prices. Their members depend on the charge model. */
  properties: Scalars['JSONObject']['input'];
  /** Unix seconds. Defaults to the current time. */
  timestamp?: InputMaybe<Scalars['Float']['input']>;
};

/** All given conditions must hold. */
export type FailingWorkListFilter = {
  /** Conditions on `dueAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  dueAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of FailingWork. Items with the same value are sorted by id. */
export type FailingWorkOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: FailingWorkOrderField;
};

/** Fields that a list of FailingWork can be sorted by. */
export type FailingWorkOrderField =
  /** Sorts by `due_at`. */
  | 'due_at';

/** All given conditions must hold. */
export type FeatureListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of Feature. Items with the same value are sorted by id. */
export type FeatureOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: FeatureOrderField;
};

/** Fields that a list of Feature can be sorted by. */
export type FeatureOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** Filters fees. All conditions must hold; ranges include both ends. */
export type FeeFilter = {
  /** Code of the billable metric, as shown on the fee. */
  billableMetricCode?: InputMaybe<Scalars['String']['input']>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /**
   * Created at this instant or later.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `createdAt: {gte: …}`.
   */
  createdAtFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /**
   * Created at this instant or earlier.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `createdAt: {lte: …}`.
   */
  createdAtTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Transaction id of the event that created the fee. Only fees of charges billed in advance have one. */
  eventTransactionId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** Payment failed at this instant or later. */
  failedAtFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Payment failed at this instant or earlier. */
  failedAtTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only fees of this kind. */
  feeType?: InputMaybe<FeeKind>;
  /** Only fees with this payment status. */
  paymentStatus?: InputMaybe<FeePaymentStatus>;
  /** Refunded at this instant or later. */
  refundedAtFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Refunded at this instant or earlier. */
  refundedAtTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** Paid at this instant or later. */
  succeededAtFrom?: InputMaybe<Scalars['DateTime']['input']>;
  /** Paid at this instant or earlier. */
  succeededAtTo?: InputMaybe<Scalars['DateTime']['input']>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
};

/** Kind of item that a fee bills. */
export type FeeItemKind =
  /** An add-on. */
  | 'AddOn'
  /** The usage of a metric. */
  | 'BillableMetric'
  /** A subscription. */
  | 'Subscription'
  /** Credits of a wallet. */
  | 'WalletTransaction';

/** Kind of fee. */
export type FeeKind =
  /** An add-on on a one-off invoice. */
  | 'add_on'
  /** Usage of a metric. */
  | 'charge'
  /** The shortfall to a minimum commitment. */
  | 'commitment'
  /** Prepaid credits. */
  | 'credit'
  /** A fixed number of units of an add-on. */
  | 'fixed_charge'
  /** The base amount of the plan. */
  | 'subscription';

/** The sort order of a list of Fee. Items with the same value are sorted by id. */
export type FeeOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: FeeOrderField;
};

/** Fields that a list of Fee can be sorted by. */
export type FeeOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Payment status of the invoice. Standalone fees have their own. */
export type FeePaymentStatus =
  /** The payment failed. */
  | 'failed'
  /** Not paid yet. */
  | 'pending'
  /** Paid, and paid back. */
  | 'refunded'
  /** Paid. */
  | 'succeeded';

/** Why a value of the input was refused. REST has the same codes in `error_details`. */
export type FieldErrorCode =
  /** The subscription or wallet has an alert of this type, or of this type and metric. */
  | 'alert_already_exists'
  /** The amount is above the highest paid top-up of the wallet. */
  | 'amount_above_maximum'
  /** The amount is below the lowest paid top-up of the wallet. */
  | 'amount_below_minimum'
  /** The credits are worth less than half of the smallest unit of the currency. */
  | 'amount_rounds_to_zero'
  /** EU tax management needs a billing entity in a country of the EU. */
  | 'billing_entity_must_be_in_eu'
  /** The subscriptions are billed for different periods. */
  | 'billing_periods_does_not_match'
  /** An invoice of bought credits that was paid in part cannot be offset. */
  | 'cannot_apply_to_paid_invoice'
  /** The time is in the past. */
  | 'cannot_be_in_past'
  /** Bought credits are refunded, not credited. */
  | 'cannot_credit_invoice'
  /** Only what was paid for an invoice can be refunded. */
  | 'cannot_refund_unpaid_invoice'
  /** Electronic invoices need the country of the billing entity. */
  | 'country_must_be_present'
  /** Electronic invoices are made by billing entities in countries of the EU only. */
  | 'country_not_supported'
  /** The coupon was applied to the customer before, and it is not reusable. */
  | 'coupon_is_not_reusable'
  /** The customer pays in another currency. */
  | 'currencies_does_not_match'
  /** The customer does not exist. */
  | 'customer_not_found'
  /** No charge of the plan bills single events of this metric. */
  | 'does_not_match_an_instant_charge'
  /** The amounts credited, refunded and offset do not add up to the total of the items. */
  | 'does_not_match_item_amounts'
  /** Two thresholds have the same value. */
  | 'duplicate_threshold_values'
  /** The list has two rules of the same type. */
  | 'duplicated_type'
  /** Two thresholds have the same amount and are both recurring or both not. */
  | 'duplicated_values'
  /** A member of the organization has this e-mail address. */
  | 'email_already_used'
  /** The identity provider has not verified the e-mail address of the account. */
  | 'email_not_verified'
  /** The limit is reached: no more can be created. */
  | 'exceeded_limit'
  /** The amount is higher than what is left of the top-up. */
  | 'exceeds_remaining_transaction_amount'
  /** The metric's expression cannot be computed for this event. */
  | 'expression_evaluation_failed'
  /** This feature is not available. */
  | 'feature_unavailable'
  /** A permission names an unknown resource. */
  | 'forbidden_keys'
  /** A permission takes a list of "read" and "write". */
  | 'forbidden_values'
  /** The amount is higher than what is left of the fee. */
  | 'higher_than_remaining_fee_amount'
  /** The amount is higher than what is left of the invoice. */
  | 'higher_than_remaining_invoice_amount'
  /** The amount is higher than what is left of the bought credits. */
  | 'higher_than_wallet_balance'
  /** Only one of two members that were sent is allowed. */
  | 'incompatible_params'
  /** The e-mail address or the password is wrong. */
  | 'incorrect_login_or_password'
  /** The wallet has fewer credits. */
  | 'insufficient_credits'
  /** The aggregation of the metric and the charge model do not allow this value. */
  | 'invalid_aggregation_type_or_charge_model'
  /** The amount is not a decimal number of zero or more, written as text. */
  | 'invalid_amount'
  /** Only charges for recurring metrics can be prorated, and only with some charge models. */
  | 'invalid_billable_metric_or_charge_model'
  /** The charge model does not allow this value. */
  | 'invalid_charge_model'
  /** The file is neither PNG nor JPEG. */
  | 'invalid_content_type'
  /** The list has too many elements. */
  | 'invalid_count'
  /** The date is not valid here. */
  | 'invalid_date'
  /** This is not an e-mail address. */
  | 'invalid_email_format'
  /** The event is not valid. */
  | 'invalid_event'
  /** The expression cannot be parsed. */
  | 'invalid_expression'
  /** The fixed amount is not a decimal number of zero or more, written as text. */
  | 'invalid_fixed_amount'
  /** The value has the wrong format. */
  | 'invalid_format'
  /** The free units are not a whole number of zero or more. */
  | 'invalid_free_units'
  /** The number of free events is not a whole number of one or more. */
  | 'invalid_free_units_per_events'
  /** The free units are not a decimal number of zero or more, written as text. */
  | 'invalid_free_units_per_total_aggregation'
  /** The ranges must start at 0, follow each other without a gap, and only the last one is open. */
  | 'invalid_graduated_percentage_ranges'
  /** The ranges must start at 0, follow each other without a gap, and only the last one is open. */
  | 'invalid_graduated_ranges'
  /** The granted credits are not a decimal number of zero or more, written as text. */
  | 'invalid_granted_credits'
  /** The invoice is not finalized, or nothing is due on it. */
  | 'invalid_invoice_status_or_payment_status'
  /** An entry of the metadata has a key and a value, and no other members. */
  | 'invalid_key_value_pair'
  /** A type of fees or a metric is unknown. */
  | 'invalid_limitations'
  /** A wallet has one recurring rule at most. */
  | 'invalid_number_of_recurring_rules'
  /** The size of a package is not a whole number of one or more. */
  | 'invalid_package_size'
  /** The paid credits are not a decimal number of zero or more, written as text. */
  | 'invalid_paid_credits'
  /** The payment method is not valid. */
  | 'invalid_payment_method'
  /** The payment provider has no pages on which customers pay. */
  | 'invalid_payment_provider'
  /** The payment request is paid, or nothing is due on it. */
  | 'invalid_payment_status'
  /** The rate is not a percentage of zero or more, written as decimal text. */
  | 'invalid_rate'
  /** The recurring rule is not valid. */
  | 'invalid_recurring_rule'
  /** The organization has no such role. */
  | 'invalid_role'
  /** The file is too large. */
  | 'invalid_size'
  /** This is not a time that can be used here. */
  | 'invalid_timestamp'
  /** This is not a time zone of the IANA database. */
  | 'invalid_timezone'
  /** Transactions of this direction do not have this list. */
  | 'invalid_transaction_type'
  /** The value has the wrong type. */
  | 'invalid_type'
  /** The value is not allowed here. */
  | 'invalid_value'
  /** The voided credits are not a decimal number of zero or more, written as text. */
  | 'invalid_voided_credits'
  /** The ranges must start at 0, follow each other without a gap, and only the last one is open. */
  | 'invalid_volume_ranges'
  /** A pending invitation has this e-mail address. */
  | 'invite_already_exists'
  /** The invitation is for another e-mail address. */
  | 'invite_email_mismatch'
  /** A key is too long. */
  | 'key_too_long'
  /** An organization must keep at least one API key that does not expire. */
  | 'last_non_expiring_api_key'
  /** No organization of the user allows this way to sign in. */
  | 'login_method_not_authorized'
  /** Activation by payment needs a payment provider, but the customer pays manually. */
  | 'manual_payment_method_invalid_for_payment_activation_rules'
  /** A threshold needs an amount. */
  | 'missing_amount_cents'
  /** Electronic invoices need this of the billing entity. */
  | 'missing_for_einvoicing'
  /** Graduated percentage ranges are required. */
  | 'missing_graduated_percentage_ranges'
  /** Graduated ranges are required. */
  | 'missing_graduated_ranges'
  /** A new password is required. */
  | 'missing_password'
  /** No connection to a payment provider, or more than one, fits the customer. */
  | 'missing_payment_provider'
  /** The payment provider does not know the customer. */
  | 'missing_payment_provider_customer'
  /** The token of the link is required. */
  | 'missing_token'
  /** Volume ranges are required. */
  | 'missing_volume_ranges'
  /** The value can no longer be changed. */
  | 'modification_not_allowed'
  /** Only one threshold can be recurring. */
  | 'multiple_recurring_thresholds'
  /** A list is required. */
  | 'must_be_an_array'
  /** A list is required. */
  | 'must_be_array'
  /** The maximum is below the minimum. */
  | 'must_be_greater_than_or_equal_min'
  /** This preview requires an existing customer. */
  | 'must_be_persisted'
  /** Only charges paid in advance may be absent from invoices. */
  | 'must_be_true_unless_pay_in_advance'
  /** Values of metadata are texts, numbers or booleans, not lists or objects. */
  | 'nested_structure_not_allowed'
  /** The subscription already has this plan. */
  | 'new_plan_should_be_different_from_existing_plan'
  /** The subscription that replaces this one still waits for its first payment. */
  | 'next_subscription_incomplete'
  /** At least one alert is required. */
  | 'no_alerts'
  /** The customer has no default payment method. */
  | 'no_default_payment_method'
  /** At least one event is required. */
  | 'no_events'
  /** The customer is linked to no payment provider. */
  | 'no_linked_payment_provider'
  /** None of the payment method types of the customer can be registered before a payment. */
  | 'no_payment_methods_to_setup_available'
  /** Nothing is left of the top-up. */
  | 'no_remaining_amount'
  /** This is not a country code of ISO 3166-1 (two letters). */
  | 'not_a_valid_country_code'
  /** Documents are not available in this language. */
  | 'not_a_valid_language_code'
  /** The aggregation does not allow this value. */
  | 'not_compatible_with_aggregation_type'
  /** A charge paid in advance cannot have a spending minimum. */
  | 'not_compatible_with_pay_in_advance'
  /** Bought credits are offset as a whole or not at all. */
  | 'not_equal_to_total_amount'
  /** The record does not exist. */
  | 'not_found'
  /** Only fees that are paid in advance and are on no invoice can be regrouped. */
  | 'only_compatible_with_pay_in_advance_and_non_invoiceable'
  /** A change of plan can be previewed for one subscription at a time. */
  | 'only_one_subscription_allowed_for_plan_change'
  /** A termination can be previewed for one subscription at a time. */
  | 'only_one_subscription_allowed_for_termination'
  /** The customer has no such payment method. */
  | 'payment_method_not_found'
  /** The payment provider returned no address of a page. */
  | 'payment_provider_error'
  /** The payment request has already been paid. */
  | 'payment_request_is_already_succeeded'
  /** The highest amount of an event is lower than the lowest one. */
  | 'per_transaction_max_lower_than_per_transaction_min'
  /** The value of a recurring threshold must be more than zero. */
  | 'recurring_value_is_negative'
  /** The value names a record that does not exist. */
  | 'relation_must_exist'
  /** The identity provider has not confirmed who this is, or the attempt was used or has expired: start again. */
  | 'single_sign_on_failed'
  /** Custom sections were both selected and skipped. */
  | 'skip_sections_and_selected_ids_sent_together'
  /** The subscriptions belong to different billing entities. */
  | 'subscription_billing_entities_do_not_match'
  /** The subscriptions have different currencies. */
  | 'subscription_currencies_does_not_match'
  /** The subscription still waits for its first payment. */
  | 'subscription_incomplete'
  /** Only a subscription that has not started can change this. */
  | 'subscription_not_pending'
  /** The text is too long. */
  | 'too_long'
  /** The request has too many events. */
  | 'too_many_events'
  /** There are too many keys. */
  | 'too_many_keys'
  /** There are more than 20 thresholds. */
  | 'too_many_thresholds'
  /** The amounts exceed what can be credited or refunded on the invoice. */
  | 'total_amount_exceeds_invoice_amount'
  /** The total must be more than zero. */
  | 'total_amount_must_be_positive'
  /** The member or parameter is unknown. */
  | 'unknown_member'
  /** This value is not supported. */
  | 'unsupported_value'
  /** The server sends no requests to this URL. */
  | 'url_is_invalid'
  /** Another user has this e-mail address. */
  | 'user_already_exists'
  /** Another record has this value. */
  | 'value_already_exist'
  /** The value occurs twice. */
  | 'value_is_duplicated'
  /** The value cannot be changed. */
  | 'value_is_immutable'
  /** The value is not one of those allowed. */
  | 'value_is_invalid'
  /** A value is required. */
  | 'value_is_mandatory'
  /** The value is missing, or another record has it. */
  | 'value_is_missing_or_already_exists'
  /** The value is not a number. */
  | 'value_is_not_valid_number'
  /** The value is out of range. */
  | 'value_is_out_of_range'
  /** The value must be true or false. */
  | 'value_is_reserved'
  /** The value is too large. */
  | 'value_is_too_large'
  /** The text is too long. */
  | 'value_is_too_long'
  /** The text is too short. */
  | 'value_is_too_short'
  /** The value must be omitted. */
  | 'value_must_be_blank'
  /** The value must be zero or more. */
  | 'value_must_be_positive_or_zero'
  /** The text is not one of the options of the privilege. */
  | 'value_not_in_select_options'
  /** A value is too long. */
  | 'value_too_long'
  /** The two values are not valid together. */
  | 'values_are_invalid'
  /** The wallet is terminated. */
  | 'wallet_is_terminated'
  /** The customer has reached the limit of active wallets. */
  | 'wallet_limit_reached'
  /** The wallet does not exist. */
  | 'wallet_not_found'
  /** The credits have already been paid. */
  | 'wallet_transaction_already_settled'
  /** No invoice bills the transaction. */
  | 'wallet_transaction_has_no_attached_invoice'
  /** The wallet has no such top-up. */
  | 'wallet_transaction_not_found'
  /** The transaction is not a purchase of credits. */
  | 'wallet_transaction_not_purchased';

/** All given conditions must hold. */
export type FixedChargeListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** Pricing model that turns a fixed quantity into an amount. */
export type FixedChargeModel =
  /** Each unit has the price of the range that it falls in. */
  | 'graduated'
  /** Every unit has the same price. */
  | 'standard'
  /** All units have the price of the range that their total falls in. */
  | 'volume';

/** The sort order of a list of FixedCharge. Items with the same value are sorted by id. */
export type FixedChargeOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: FixedChargeOrderField;
};

/** Fields that a list of FixedCharge can be sorted by. */
export type FixedChargeOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Overrides of a fixed charge for one subscription. Omitted fields keep the plan's value. */
export type FixedChargeOverrideInput = {
  /** Whether the units apply immediately instead of from the next billing period. Default false. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** Cannot be changed: another model is refused. */
  chargeModel?: InputMaybe<FixedChargeModel>;
  /** Id of the plan's fixed charge or of its override. */
  id: Scalars['ID']['input'];
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A whole number of units, 0 or more. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** The input of `generateCustomerCheckoutUrl`. */
export type GenerateCustomerCheckoutUrlInput = {
  /** Id of the customer. */
  id: Scalars['ID']['input'];
};

/** The customer whose portal is to be opened. */
export type GenerateCustomerPortalUrlInput = {
  /** Id of the customer. */
  id: Scalars['ID']['input'];
};

/** The input of `generateInvoicePaymentUrl`. */
export type GenerateInvoicePaymentUrlInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
};

/** The input of `generatePaymentRequestPaymentUrl`. */
export type GeneratePaymentRequestPaymentUrlInput = {
  /** Id of the payment request. */
  id: Scalars['ID']['input'];
};

/** The input of `generateWalletTransactionPaymentUrl`. */
export type GenerateWalletTransactionPaymentUrlInput = {
  /** Id of the wallet transaction. */
  id: Scalars['ID']['input'];
};

/** Settings of an account at GoCardless. */
export type GocardlessSettingsInput = {
  /** The access token. Required at creation; it is encrypted and never shown. */
  accessToken?: InputMaybe<Scalars['String']['input']>;
  /** The secret of the webhook endpoint that was created at GoCardless, for the address `/webhooks/gocardless/<organization id>?code=<code>` of this server. Messages are refused without it; it is encrypted and never shown. */
  webhookSecret?: InputMaybe<Scalars['String']['input']>;
};

/** Prices for the charge model `graduated_percentage`. */
export type GraduatedPercentagePropertiesInput = {
  /** The ranges of units. They start at 0 and follow each other without a gap; the last one is open. */
  graduatedPercentageRanges?: InputMaybe<Array<GraduatedPercentageRangeInput>>;
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A range of units, and the percentage that is charged of its part. */
export type GraduatedPercentageRangeInput = {
  /** Flat fee, due as soon as the range is reached. Currency units as a decimal string, such as "0.25". */
  flatAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** First unit of the range: 0 or 1; in later ranges the previous `toValue`, or one more. */
  fromValue?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Percentage as a decimal string: "1.5" means 1.5 %. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last unit of the range. Null in the last range, which has no end. */
  toValue?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Prices for the charge model `graduated`. */
export type GraduatedPropertiesInput = {
  /** The ranges of units. They start at 0 and follow each other without a gap; the last one is open. */
  graduatedRanges?: InputMaybe<Array<GraduatedRangeInput>>;
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A range of units, and the prices of the units inside it. */
export type GraduatedRangeInput = {
  /** Flat fee, due as soon as the range is reached. Currency units as a decimal string, such as "0.25". */
  flatAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** First unit of the range: 0 or 1; in later ranges the previous `toValue`, or one more. */
  fromValue?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Price per unit within the range. Currency units as a decimal string, such as "0.25". */
  perUnitAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last unit of the range. Null in the last range, which has no end. */
  toValue?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** An HTTP method that may write. */
export type HttpMethod =
  /** Deletes or ends a record. */
  | 'delete'
  /** Updates a part of a record. */
  | 'patch'
  /** Creates a record, or starts an action. */
  | 'post'
  /** Updates a record. */
  | 'put';

/** A usage event to store. */
export type IngestEventInput = {
  /** Code of a billable metric. It may not exist yet. */
  code: Scalars['String']['input'];
  /** External id of the subscription. It may not exist yet. */
  externalSubscriptionId: Scalars['String']['input'];
  /** The event's own price, for charges with the dynamic model. */
  preciseTotalAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Defaults to the customer's current time. */
  timestamp?: InputMaybe<Scalars['EventTimestamp']['input']>;
  /** At most 255 characters. An event sent again with the same id is a duplicate. */
  transactionId: Scalars['String']['input'];
};

/** The input of `ingestEvents`. */
export type IngestEventsInput = {
  /** 1 to 100 events. Either all are stored, or none. */
  events?: InputMaybe<Array<IngestEventInput>>;
};

/** Conditions of a list of invitations. */
export type InviteFilterInput = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Invitations in one of these states. */
  statuses?: InputMaybe<Array<InviteStatus>>;
};

/** The sort order of a list of Invite. Items with the same value are sorted by id. */
export type InviteOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: InviteOrderField;
};

/** Fields that a list of Invite can be sorted by. */
export type InviteOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** The state of an invitation. */
export type InviteStatus =
  /** The invited person is a member. */
  | 'accepted'
  /** It can be accepted until it expires. */
  | 'pending'
  /** It was withdrawn, or replaced after it had expired. */
  | 'revoked';

/** The custom sections that invoices show. Without any, they show those of the customer, or else of the billing entity. */
export type InvoiceCustomSectionInput = {
  /** Codes of custom sections; at most 20. Replaces the whole list. */
  invoiceCustomSectionCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether invoices show no custom sections; codes are ignored then. */
  skipInvoiceCustomSections?: InputMaybe<Scalars['Boolean']['input']>;
};

/** All given conditions must hold. */
export type InvoiceCustomSectionListFilter = {
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of InvoiceCustomSection. Items with the same value are sorted by id. */
export type InvoiceCustomSectionOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: InvoiceCustomSectionOrderField;
};

/** Fields that a list of InvoiceCustomSection can be sorted by. */
export type InvoiceCustomSectionOrderField =
  /** Sorts by `name`. */
  | 'name';

/** What an export of invoices has a row for. */
export type InvoiceExportKind =
  /** Each fee of the invoices. */
  | 'fees'
  /** Each invoice. */
  | 'invoices';

/** Filters invoices. All conditions must hold; ranges include both ends. */
export type InvoiceFilter = {
  /**
   * Minimum total amount.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `totalAmountCents: {gte: …}`.
   */
  amountFrom?: InputMaybe<Scalars['SafeInt']['input']>;
  /**
   * Maximum total amount.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `totalAmountCents: {lte: …}`.
   */
  amountTo?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Every code must belong to an existing billing entity. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only invoices of this type. */
  invoiceType?: InputMaybe<InvoiceKind>;
  /** Conditions on `issuingDate`, such as `{lt: "2027-01-01"}`. */
  issuingDate?: InputMaybe<DateComparison>;
  /**
   * Issued on this day or later.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `issuingDate: {gte: …}`.
   */
  issuingDateFrom?: InputMaybe<Scalars['Date']['input']>;
  /**
   * Issued on this day or earlier.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `issuingDate: {lte: …}`.
   */
  issuingDateTo?: InputMaybe<Scalars['Date']['input']>;
  /** Metadata values by key. An empty value matches invoices without the key. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Whether the invoice is partially paid. */
  partiallyPaid?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only invoices with a lost dispute, or only the others. */
  paymentDisputeLost?: InputMaybe<Scalars['Boolean']['input']>;
  /** Conditions on `paymentDueDate`, such as `{lt: "2027-01-01"}`. */
  paymentDueDate?: InputMaybe<DateComparison>;
  /** Only invoices that were not paid in time, or only the others. */
  paymentOverdue?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Alias of `paymentStatuses`.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `paymentStatuses`.
   */
  paymentStatus?: InputMaybe<Array<InvoicePaymentStatus>>;
  /** Only invoices with one of these payment statuses. */
  paymentStatuses?: InputMaybe<Array<InvoicePaymentStatus>>;
  /** Only items that have this value. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** True: only items that have this property. False: only items without it. */
  selfBilled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Invoices settled, at least in part, by any of these. */
  settlements?: InputMaybe<Array<SettlementKind>>;
  /**
   * Alias of `statuses`.
   * @deprecated Since 2026-11-28, for removal from 2027-06-01 on: use `statuses`.
   */
  status?: InputMaybe<Array<ListedInvoiceStatus>>;
  /** Only invoices with one of these statuses. */
  statuses?: InputMaybe<Array<ListedInvoiceStatus>>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** Conditions on `totalAmountCents`, such as `{gte: 1000}`. */
  totalAmountCents?: InputMaybe<AmountComparison>;
};

/** Kind of invoice. */
export type InvoiceKind =
  /** A single add-on; kept for old invoices. */
  | 'add_on'
  /** Paid fees of charges billed in advance. */
  | 'advance_charges'
  /** Prepaid credits of a wallet. */
  | 'credit'
  /** Add-ons outside of subscriptions. */
  | 'one_off'
  /** Usage that reached a threshold before the end of the period. */
  | 'progressive_billing'
  /** Subscriptions: their base amounts, usage and fixed charges. */
  | 'subscription';

/** A key-value pair of an invoice. */
export type InvoiceMetadataInput = {
  /** Id of the entry to change. If omitted, the entry with the same key is changed. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** 1 to 20 characters; unique within the list. */
  key: Scalars['String']['input'];
  /** 1 to 140 characters. */
  value: Scalars['String']['input'];
};

/** The sort order of a list of Invoice. Items with the same value are sorted by id. */
export type InvoiceOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: InvoiceOrderField;
};

/** Fields that a list of Invoice can be sorted by. */
export type InvoiceOrderField =
  /** Sorts by `issuing_date`. */
  | 'issuing_date'
  /** Sorts by `payment_due_date`. */
  | 'payment_due_date'
  /** Sorts by `total_amount_cents`. */
  | 'total_amount_cents';

/** Whether an invoice is paid. */
export type InvoicePaymentStatus =
  /** The last payment failed. */
  | 'failed'
  /** Not, or not fully, paid yet. */
  | 'pending'
  /** Fully paid, or nothing was due. */
  | 'succeeded';

/** What to preview: existing subscriptions, or a new subscription to a plan. */
export type InvoicePreviewInput = {
  /** Code of the billing entity of a customer that does not exist. Defaults to the default billing entity. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Default `calendar`. */
  billingTime?: InputMaybe<BillingTime>;
  /** Coupons to apply if the customer has no active one, by code or as they would be. */
  coupons?: InputMaybe<Array<PreviewedCouponInput>>;
  /** The customer. */
  customer: PreviewedCustomerInput;
  /** Code of the plan. */
  planCode?: InputMaybe<Scalars['String']['input']>;
  /** When the new subscription starts. Default now. */
  subscriptionAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Subscriptions of the customer to bill; omitted for a new subscription to `planCode`. */
  subscriptions?: InputMaybe<PreviewedSubscriptionsInput>;
};

/** Open invoices await payment before they are issued and are not listed. Deleted ones were abandoned before that. */
export type InvoiceStatus =
  /** Abandoned before it was issued. */
  | 'deleted'
  /** In its grace period: it still changes. */
  | 'draft'
  /** The taxes could not be computed. */
  | 'failed'
  /** Issued: it has a number and no longer changes. */
  | 'finalized'
  /** Awaits payment before it is issued. */
  | 'open'
  /** Awaits its taxes. */
  | 'pending'
  /** Issued, and declared void. */
  | 'voided';

/** Whether an invoice has its taxes. */
export type InvoiceTaxStatus =
  /** The taxes could not be computed. */
  | 'failed'
  /** Awaits a check of the VAT number of its customer. */
  | 'pending'
  /** The taxes have been computed. */
  | 'succeeded';

/** Reason for billing a subscription. */
export type InvoicingReason =
  /** An event of a charge paid in advance. */
  | 'in_advance_charge'
  /** The end of a period, for paid fees of events. */
  | 'in_advance_charge_periodic'
  /** Usage that reached a threshold. */
  | 'progressive_billing'
  /** The end of a billing period. */
  | 'subscription_periodic'
  /** The start of a subscription. */
  | 'subscription_starting'
  /** The end of a subscription. */
  | 'subscription_terminating';

/** Whether the issuing date moves when the invoice is finalized after its grace period. */
export type IssuingDateAdjustment =
  /** The issuing date becomes the day of finalization. */
  | 'align_with_finalization_date'
  /** The issuing date stays. */
  | 'keep_anchor';

/** The day from which the issuing date of periodic invoices is computed. */
export type IssuingDateAnchor =
  /** The last day of the billed period. */
  | 'current_period_end'
  /** The day after the billed period. */
  | 'next_period_start';

/** An event whose fees are to be estimated. */
export type ListedEventToEstimateInput = {
  /** Code of a billable metric that the plan charges in advance. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** The event. */
  event?: InputMaybe<EventToEstimateInput>;
  /** External id of an active subscription. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** The event's own price, for charges with the dynamic model. */
  preciseTotalAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Ignored: the event is dated at the customer's current time. */
  timestamp?: InputMaybe<Scalars['EventTimestamp']['input']>;
  /** Defaults to a new id. */
  transactionId?: InputMaybe<Scalars['String']['input']>;
};

/** Statuses of invoices that appear in lists. */
export type ListedInvoiceStatus =
  /** In its grace period: it still changes. */
  | 'draft'
  /** The taxes could not be computed. */
  | 'failed'
  /** Issued: it has a number and no longer changes. */
  | 'finalized'
  /** Awaits its taxes. */
  | 'pending'
  /** Issued, and declared void. */
  | 'voided';

/** State of a subscription that can be changed. */
export type LiveSubscriptionStatus =
  /** Started, and not ended. */
  | 'active'
  /** Starts in the future. */
  | 'pending';

/** The credentials of a user. */
export type LoginUserInput = {
  /** E-mail address. Upper and lower case are the same. */
  email: Scalars['String']['input'];
  /** The password. */
  password: Scalars['String']['input'];
};

/** The input of `loseInvoiceDispute`. */
export type LoseInvoiceDisputeInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
};

/** Conditions of a list of memberships. */
export type MembershipFilterInput = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Memberships in one of these states. If omitted, active ones. */
  statuses?: InputMaybe<Array<MembershipStatus>>;
};

/** The sort order of a list of Membership. Items with the same value are sorted by id. */
export type MembershipOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: MembershipOrderField;
};

/** Fields that a list of Membership can be sorted by. */
export type MembershipOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Whether a membership is in force. */
export type MembershipStatus =
  /** The user is a member. */
  | 'active'
  /** The user was a member. */
  | 'revoked';

/** The input of `mergeCreditNoteMetadata`. */
export type MergeCreditNoteMetadataInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
  /** Keys to add or change. At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** The input of `mergePlanMetadata`. */
export type MergePlanMetadataInput = {
  /** Id of the plan. */
  id: Scalars['ID']['input'];
  /** Keys to add or change. At most 50 keys, chosen by the caller. Values are strings or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** The input of `mergeWalletMetadata`. */
export type MergeWalletMetadataInput = {
  /** Id of the wallet. */
  id: Scalars['ID']['input'];
  /** Keys to add or change. At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Creates or changes the minimum commitment. Omitted fields keep their value. Empty removes it. */
export type MinimumCommitmentInput = {
  /** Required for a new commitment. Amount per billing period of the plan, in minor units of its currency, before taxes; greater than 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A new alert. */
export type NewAlertInput = {
  /** Required. It cannot be changed. */
  alertType?: InputMaybe<AlertType>;
  /** Required for types that watch one metric; not allowed for others. */
  billableMetricCode?: InputMaybe<Scalars['String']['input']>;
  /** Required in a new alert. Unique among the alerts of the subscription or wallet. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Name of the new alert. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Required in a new alert. At most 20, with different values. */
  thresholds?: InputMaybe<Array<AlertThresholdInput>>;
};

/** How the unused days of a plan billed in advance are given back on termination. */
export type OnTerminationCreditNote =
  /** What was paid in advance and not used is credited to later invoices. */
  | 'credit'
  /** What was paid and not used is paid back, and the rest is deducted from what is due. */
  | 'offset'
  /** What was paid and not used is paid back, and the rest is credited. */
  | 'refund'
  /** Nothing is given back. */
  | 'skip';

/** Whether unbilled amounts are invoiced when the subscription is terminated. */
export type OnTerminationInvoice =
  /** An invoice bills what is left to bill. */
  | 'generate'
  /** No invoice is made. */
  | 'skip';

/** An add-on on a one-off invoice. Omitted values are those of the add-on. */
export type OneOffFeeInput = {
  /** Code of the add-on. The same add-on may be billed several times. */
  addOnCode: Scalars['String']['input'];
  /** Description of the one-off fee, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Start of the period that the fee shows; only with `to`. Default now. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Codes of taxes, in place of those of the add-on and the customer. Unknown ones are ignored. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** End of the period that the fee shows, not before its start. Default now. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
  /** Price of a unit in minor units of the currency, with decimals: "12.5". Not below 0. */
  unitAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** Number of units, with decimals. Not below 0. Default 1. */
  units?: InputMaybe<Scalars['Decimal']['input']>;
};

/** The direction of a sort order. */
export type OrderDirection =
  /** Smallest, earliest or alphabetically first item first; null last. */
  | 'asc'
  /** The exact reverse of asc: largest, latest or alphabetically last item first; null first. */
  | 'desc';

/** Settings of invoices. */
export type OrganizationConfigurationInput = {
  /** Language of documents, such as "en" or "pt-BR". */
  documentLocale?: InputMaybe<Scalars['String']['input']>;
  /** Text at the end of invoices, up to 600 characters. */
  invoiceFooter?: InputMaybe<Scalars['String']['input']>;
  /** Days for which invoices of subscriptions stay drafts. */
  invoiceGracePeriod?: InputMaybe<Scalars['Int']['input']>;
};

/** The scope within which invoices of the default billing entity are counted. */
export type OrganizationDocumentNumbering =
  /** A sequence for each customer. */
  | 'per_customer'
  /** One sequence for all customers of the default billing entity. */
  | 'per_organization';

/** All given conditions must hold. */
export type OrganizationListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of Organization. Items with the same value are sorted by id. */
export type OrganizationOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: OrganizationOrderField;
};

/** Fields that a list of Organization can be sorted by. */
export type OrganizationOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Overrides of a charge for one subscription. The first such change gives the subscription a plan override. Omitted fields keep their value. */
export type OverrideSubscriptionChargeInput = {
  /** Only the conversion rate can be overridden. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Id of the charge. */
  chargeId: Scalars['ID']['input'];
  /** Cannot be changed; tells which model the properties belong to. */
  chargeModel?: InputMaybe<ChargeModel>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Only for charges billed in arrears. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Id of the subscription. */
  subscriptionId: Scalars['ID']['input'];
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Overrides of a fixed charge for one subscription. Overridden units are kept when those of the plan change; any other override gives the subscription a plan override. */
export type OverrideSubscriptionFixedChargeInput = {
  /** Whether the units apply immediately instead of from the next billing period. Default false. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** Cannot be changed: another model is refused. */
  chargeModel?: InputMaybe<FixedChargeModel>;
  /** Id of the fixed charge. */
  fixedChargeId: Scalars['ID']['input'];
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Id of the subscription. */
  subscriptionId: Scalars['ID']['input'];
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A whole number of units, 0 or more. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Prices for the charge model `package`. */
export type PackagePropertiesInput = {
  /** Price per package. Currency units as a decimal string, such as "0.25". */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Free units per billing period. */
  freeUnits?: InputMaybe<Scalars['SafeInt']['input']>;
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Units per package. */
  packageSize?: InputMaybe<Scalars['SafeInt']['input']>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A number in a register, or an address in a network of e-invoices. */
export type PartyIdentifierInput = {
  /** The code of the register, of the published list of electronic address schemes: "0009" for SIRET, "0088" for GLN, "0204" for a Leitweg-ID, "9930" for German VAT numbers. */
  scheme: Scalars['String']['input'];
  /** The number or address. */
  value: Scalars['String']['input'];
};

/** Kind of document that a payment settles. */
export type PayableType =
  /** An invoice. */
  | 'Invoice'
  /** A request to pay several invoices. */
  | 'PaymentRequest';

/** Filters payments. All conditions must hold. */
export type PaymentFilter = {
  /** Conditions on `amountCents`, such as `{gte: 1000}`. */
  amountCents?: InputMaybe<AmountComparison>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Payments of this invoice, alone or in a payment request. */
  invoiceId?: InputMaybe<Scalars['ID']['input']>;
  /** Code of the connection to the payment provider, also of a deleted one. */
  paymentProviderCode?: InputMaybe<Scalars['String']['input']>;
  /** Only payments with one of these statuses. */
  paymentStatuses?: InputMaybe<Array<PaymentStatus>>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** Only payments that were recorded by hand, or only those of payment providers. */
  type?: InputMaybe<PaymentKind>;
};

/** Recorded manually, or made through a payment provider. */
export type PaymentKind =
  /** Recorded by hand. */
  | 'manual'
  /** Made by a payment provider. */
  | 'provider';

/** All given conditions must hold. */
export type PaymentMethodFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** External id of the customer. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
};

/** The sort order of a list of PaymentMethod. Items with the same value are sorted by id. */
export type PaymentMethodOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PaymentMethodOrderField;
};

/** Fields that a list of PaymentMethod can be sorted by. */
export type PaymentMethodOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** How a subscription is paid. */
export type PaymentMethodReferenceInput = {
  /** Id of the payment method; null for the default one. */
  paymentMethodId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether a payment provider charges the customer or payments are recorded by hand. */
  paymentMethodType?: InputMaybe<PaymentMethodType>;
};

/** Charged automatically by a provider, or paid manually. */
export type PaymentMethodType =
  /** Payments are recorded by hand. */
  | 'manual'
  /** A payment provider charges the customer. */
  | 'provider';

/** The sort order of a list of Payment. Items with the same value are sorted by id. */
export type PaymentOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PaymentOrderField;
};

/** Fields that a list of Payment can be sorted by. */
export type PaymentOrderField =
  /** Sorts by `amount_cents`. */
  | 'amount_cents'
  /** Sorts by `created_at`. */
  | 'created_at';

/** All given conditions must hold. */
export type PaymentProviderListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of PaymentProvider. Items with the same value are sorted by id. */
export type PaymentProviderOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PaymentProviderOrderField;
};

/** Fields that a list of PaymentProvider can be sorted by. */
export type PaymentProviderOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Filters payment receipts. All conditions must hold. */
export type PaymentReceiptFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Receipts of payments of this invoice, alone or in a payment request. */
  invoiceId?: InputMaybe<Scalars['ID']['input']>;
};

/** The sort order of a list of PaymentReceipt. Items with the same value are sorted by id. */
export type PaymentReceiptOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PaymentReceiptOrderField;
};

/** Fields that a list of PaymentReceipt can be sorted by. */
export type PaymentReceiptOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Filters payment requests. All conditions must hold. */
export type PaymentRequestFilter = {
  /** Conditions on `amountCents`, such as `{gte: 1000}`. */
  amountCents?: InputMaybe<AmountComparison>;
  /** Every code must belong to an existing billing entity. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  paymentStatus?: InputMaybe<PaymentRequestStatus>;
};

/** The sort order of a list of PaymentRequest. Items with the same value are sorted by id. */
export type PaymentRequestOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PaymentRequestOrderField;
};

/** Fields that a list of PaymentRequest can be sorted by. */
export type PaymentRequestOrderField =
  /** Sorts by `amount_cents`. */
  | 'amount_cents'
  /** Sorts by `created_at`. */
  | 'created_at';

/** State of the payment of a payment request. */
export type PaymentRequestStatus =
  /** The last payment was refused. */
  | 'failed'
  /** Not paid yet. */
  | 'pending'
  /** Paid. */
  | 'succeeded';

/** State of a payment. */
export type PaymentStatus =
  /** Refused. */
  | 'failed'
  /** Not begun at the payment provider. */
  | 'pending'
  /** Under way at the payment provider. */
  | 'processing'
  /** Paid. */
  | 'succeeded';

/** Prices for the charge model `percentage`. */
export type PercentagePropertiesInput = {
  /** Fixed amount per event that is not free. Currency units as a decimal string, such as "0.25". */
  fixedAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Number of free events per billing period, counted from the first one. */
  freeUnitsPerEvents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Free units per billing period, as a decimal string. */
  freeUnitsPerTotalAggregation?: InputMaybe<Scalars['Decimal']['input']>;
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Maximum charge per event. Currency units as a decimal string, such as "0.25". */
  perTransactionMaxAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Minimum charge per event that is not free. Currency units as a decimal string, such as "0.25". */
  perTransactionMinAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Percentage as a decimal string: "1.5" means 1.5 %. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** All given conditions must hold. */
export type PlanEntitlementListFilter = {
  /** Conditions on `code`, such as `{contains: "acme"}`. */
  code?: InputMaybe<TextComparison>;
};

/** The sort order of a list of PlanEntitlement. Items with the same value are sorted by id. */
export type PlanEntitlementOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PlanEntitlementOrderField;
};

/** Fields that a list of PlanEntitlement can be sorted by. */
export type PlanEntitlementOrderField =
  /** Sorts by `code`. */
  | 'code';

/** Entitlements of a plan. */
export type PlanEntitlementsInput = {
  /** Features by code, each with values of its privileges by code: `{"seats": {"max": 20}, "sso": {}}`. An empty object entitles to a feature without values. */
  entitlements: Scalars['JSONObject']['input'];
  /** Code of the plan. */
  planCode: Scalars['String']['input'];
};

/** Length of a billing period. */
export type PlanInterval =
  /** A month. */
  | 'monthly'
  /** Three months. */
  | 'quarterly'
  /** Six months. */
  | 'semiannual'
  /** A week. */
  | 'weekly'
  /** A year. */
  | 'yearly';

/** All given conditions must hold. */
export type PlanListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of Plan. Items with the same value are sorted by id. */
export type PlanOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PlanOrderField;
};

/** Fields that a list of Plan can be sorted by. */
export type PlanOrderField =
  /** Sorts by `created_at`. */
  | 'created_at'
  /** Sorts by `name`. */
  | 'name';

/** Overrides of a plan for one subscription, which then has a plan override of its own. Overriding only units of fixed charges creates none. */
export type PlanOverridesInput = {
  /** Amount per billing period. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** Omitted ones keep the plan's values. */
  charges?: InputMaybe<Array<ChargeOverrideInput>>;
  /** Description of the plan, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Omitted ones keep the plan's values. */
  fixedCharges?: InputMaybe<Array<FixedChargeOverrideInput>>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole map. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Replaces that of the plan; null ends it. */
  minimumCommitment?: InputMaybe<MinimumCommitmentInput>;
  /** Name of the plan. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Tax codes. They replace those of the plan. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Length of the free trial in days, from the subscription's first start. */
  trialPeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring. */
  usageThresholds?: InputMaybe<Array<UsageThresholdInput>>;
};

/** The sort order of a list of PlanSubscription. Items with the same value are sorted by id. */
export type PlanSubscriptionOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PlanSubscriptionOrderField;
};

/** Fields that a list of PlanSubscription can be sorted by. */
export type PlanSubscriptionOrderField =
  /** Sorts by `subscription_at`. */
  | 'subscription_at';

/** A credit note whose file is requested. */
export type PortalDownloadCreditNoteInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
};

/** An invoice whose file is requested. */
export type PortalDownloadInvoiceInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
};

/** An invoice that the customer wants to pay. */
export type PortalGeneratePaymentUrlInput = {
  /** A finalized invoice of the customer. */
  invoiceId: Scalars['ID']['input'];
};

/** A payment method of the customer. */
export type PortalSetDefaultPaymentMethodInput = {
  /** Id of the payment method. */
  id: Scalars['ID']['input'];
};

/** Credits to buy. */
export type PortalTopUpWalletInput = {
  /** Credits that the customer buys: an invoice is issued, and its payment makes them usable. */
  paidCredits: Scalars['Decimal']['input'];
  /** An active wallet of the customer. */
  walletId: Scalars['ID']['input'];
};

/** Changes of the customer. Omitted fields keep their value. */
export type PortalUpdateCustomerInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Whether the customer is a company or a person. */
  customerType?: InputMaybe<CustomerKind>;
  /** Language of documents and of the portal, as a tag such as "pt-BR". */
  documentLocale?: InputMaybe<Scalars['String']['input']>;
  /** Address to which documents are sent; several are separated by commas. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** First name of a person. */
  firstname?: InputMaybe<Scalars['String']['input']>;
  /** Last name of a person. */
  lastname?: InputMaybe<Scalars['String']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Where goods are delivered; null if it is not known. Taxes may depend on it. */
  shippingAddress?: InputMaybe<AddressInput>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Tax number, such as a VAT number: "FR12345678901". */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** A property of events by which units are broken down without an effect on the price. */
export type PresentationGroupKeyInput = {
  /** How the breakdown is shown. */
  options?: InputMaybe<PresentationGroupKeyOptionsInput>;
  /** Name of the event property. */
  value?: InputMaybe<Scalars['String']['input']>;
};

/** How a breakdown of units is shown. */
export type PresentationGroupKeyOptionsInput = {
  /** Whether it is shown on invoices. */
  displayInInvoice?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The code of a coupon; of one that does not exist, also what it takes off: an amount with its currency, or a percentage. */
export type PreviewedCouponInput = {
  /** Amount taken off, in minor units of the currency. Required for `fixed_amount`; greater than 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** Set by the caller. Unique among coupons that are not deleted. */
  code: Scalars['String']['input'];
  /** Whether the coupon takes off an amount or a percentage: "fixed_amount" or "percentage". */
  couponType?: InputMaybe<Scalars['String']['input']>;
  /** Number of invoices that the coupon applies to. */
  frequencyDuration?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the coupon. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Percentage that the coupon takes off: "10.0" is 10 %. */
  percentageRate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** The customer: an existing one by its external id, with the given changes, or one that does not exist. */
export type PreviewedCustomerInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Default currency. Invoices in other currencies are possible. */
  currency?: InputMaybe<CurrencyCode>;
  /** Set by the caller. Unique among customers that are not deleted. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Where goods are delivered; null if it is not known. Taxes may depend on it. */
  shippingAddress?: InputMaybe<AddressInput>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Tax number, such as a VAT number: "FR12345678901". */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name. See `applicableTimezone` for the effective one. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** Existing subscriptions, and the change to preview. */
export type PreviewedSubscriptionsInput = {
  /** External ids of the subscriptions. */
  externalIds?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Code of the plan to change to. Only with a single subscription. */
  planCode?: InputMaybe<Scalars['String']['input']>;
  /** When the subscription is terminated; not in the past. Only with a single subscription. */
  terminatedAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** All given conditions must hold. */
export type PricingUnitListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of PricingUnit. Items with the same value are sorted by id. */
export type PricingUnitOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: PricingUnitOrderField;
};

/** Fields that a list of PricingUnit can be sorted by. */
export type PricingUnitOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** A privilege of a feature, identified by its code. */
export type PrivilegeInput = {
  /** Set by the caller. Unique in its feature; it never changes. */
  code: Scalars['String']['input'];
  /** For the type `select`: `{select_options: [...]}` with one text or more. Omitted for other types. Options of a privilege that exists are added to those that it has. */
  config?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Name of the privilege. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Default `string`. Ignored for a privilege that exists: its type never changes. */
  valueType?: InputMaybe<PrivilegeValueType>;
};

/** The type of the values of a privilege. */
export type PrivilegeValueType =
  /** True or false. */
  | 'boolean'
  /** An integer within 2^53. */
  | 'integer'
  /** One of the options of the privilege. */
  | 'select'
  /** A text of 1 to 255 characters. */
  | 'string';

/** A way to pay at a payment provider. */
export type ProviderPaymentMethod =
  /** Bacs direct debit. */
  | 'bacs_debit'
  /** Boleto. */
  | 'boleto'
  /** Credit or debit card. */
  | 'card'
  /** Cryptocurrency. */
  | 'crypto'
  /** Bank transfer to a balance of the customer. */
  | 'customer_balance'
  /** A wallet of the payment provider. */
  | 'link'
  /** SEPA direct debit. */
  | 'sepa_debit'
  /** ACH debit of a bank account in the USA. */
  | 'us_bank_account';

/** A payment made outside of any payment provider. */
export type RecordPaymentInput = {
  /** At most the amount due on the invoice. */
  amountCents: Scalars['SafeInt']['input'];
  /** Id of the invoice. */
  invoiceId: Scalars['ID']['input'];
  /** Default now. */
  paidAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Required; up to 40 characters. */
  reference?: InputMaybe<Scalars['String']['input']>;
};

/** A payment of a whole payment request, made outside of any payment provider. */
export type RecordPaymentOfRequestInput = {
  /** The amount due on the unpaid invoices of the request. */
  amountCents: Scalars['SafeInt']['input'];
  /** Default now. */
  paidAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Id of the payment request. */
  paymentRequestId: Scalars['ID']['input'];
  /** Up to 40 characters. */
  reference: Scalars['String']['input'];
};

/** How often a rule tops a wallet up, counted from its start or the creation of the wallet. */
export type RecurringRuleInterval =
  /** On the same day of every month, or on its last one. */
  | 'monthly'
  /** Every three months. */
  | 'quarterly'
  /** Every six months. */
  | 'semiannual'
  /** On the same day of every week. */
  | 'weekly'
  /** Every twelve months. */
  | 'yearly';

/** By how much a rule tops a wallet up. */
export type RecurringRuleMethod =
  /** By its credits; at a threshold by as often the paid ones as it takes. */
  | 'fixed'
  /** Up to a target of the ongoing balance. */
  | 'target';

/** Whether a recurring rule is in force. */
export type RecurringRuleStatus =
  /** The rule tops the wallet up. */
  | 'active'
  /** The rule has ended. */
  | 'terminated';

/** When a rule tops a wallet up. */
export type RecurringRuleTrigger =
  /** At an interval. */
  | 'interval'
  /** When the ongoing balance is at the threshold or below. */
  | 'threshold';

/** Status of the refund. */
export type RefundStatus =
  /** The refund failed. */
  | 'failed'
  /** Not paid back yet. */
  | 'pending'
  /** Paid back. */
  | 'succeeded';

/** A voided invoice to make a new one from. */
export type RegenerateInvoiceInput = {
  /** Changed and added fees. All other fees are copied as they are. */
  fees?: InputMaybe<Array<RegeneratedFeeInput>>;
  /** Id of the voided invoice. */
  voidedInvoiceId: Scalars['ID']['input'];
};

/** A change of a fee of the voided invoice (`id`), or a new fee for a charge (`chargeId`). */
export type RegeneratedFeeInput = {
  /** Id of a charge of a plan that the voided invoice billed. */
  chargeId?: InputMaybe<Scalars['ID']['input']>;
  /** Id of a fee of the voided invoice. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** Name on the invoice. Default: as it was, or that of the charge. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the subscription of a new fee. Default: the first one on the invoice with the plan of the charge. */
  subscriptionId?: InputMaybe<Scalars['ID']['input']>;
  /** Price of a unit in minor units of the currency, with decimals; not below 0. Required for a new fee; default: as it was. */
  unitAmountCents?: InputMaybe<Scalars['Decimal']['input']>;
  /** Number of units; not below 0. Required for a new fee; default: as it was. */
  units?: InputMaybe<Scalars['Decimal']['input']>;
};

/** A new user with a new organization. */
export type RegisterUserInput = {
  /** E-mail address. Upper and lower case are the same. */
  email: Scalars['String']['input'];
  /** Name of the organization and of its default billing entity. */
  organizationName: Scalars['String']['input'];
  /** The new password: 8 to 128 characters. */
  password: Scalars['String']['input'];
};

/** Where paid fees of charges billed in advance are collected. */
export type RegroupPaidFees =
  /** On one invoice for each period. */
  | 'invoice';

/** A feature that a plan grants. */
export type RemovePlanEntitlementInput = {
  /** Code of the feature. */
  featureCode: Scalars['String']['input'];
  /** Code of the plan. */
  planCode: Scalars['String']['input'];
};

/** A privilege to which a plan gives a value. */
export type RemovePlanEntitlementPrivilegeInput = {
  /** Code of the feature. */
  featureCode: Scalars['String']['input'];
  /** Code of the plan. */
  planCode: Scalars['String']['input'];
  /** Code of the privilege. */
  privilegeCode: Scalars['String']['input'];
};

/** A feature of one subscription. */
export type RemoveSubscriptionEntitlementInput = {
  /** External id of the subscription. */
  externalId: Scalars['String']['input'];
  /** Code of the feature. */
  featureCode: Scalars['String']['input'];
  /** Status of the subscription. Default `active`. */
  status?: InputMaybe<SubscriptionStatus>;
};

/** A privilege of one subscription. */
export type RemoveSubscriptionEntitlementPrivilegeInput = {
  /** External id of the subscription. */
  externalId: Scalars['String']['input'];
  /** Code of the feature. */
  featureCode: Scalars['String']['input'];
  /** Code of the privilege. */
  privilegeCode: Scalars['String']['input'];
  /** Status of the subscription. Default `active`. */
  status?: InputMaybe<SubscriptionStatus>;
};

/** Taxes to remove from a billing entity. */
export type RemoveTaxesFromBillingEntityInput = {
  /** Id of the billing entity. */
  id: Scalars['ID']['input'];
  /** Codes of the taxes. */
  taxCodes: Array<Scalars['String']['input']>;
};

/** A request for a link to reset a password. */
export type RequestPasswordResetInput = {
  /** E-mail address. Upper and lower case are the same. */
  email: Scalars['String']['input'];
};

/** A credit note whose e-mail is sent again, and to whom. */
export type ResendCreditNoteEmailInput = {
  /** Addresses that receive copies without the other recipients seeing them. */
  bcc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Addresses that receive copies. */
  cc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
  /** Addresses in place of the customer's; absent or empty: the customer's. At most 50 addresses in all. */
  to?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** An invoice whose e-mail is sent again, and to whom. */
export type ResendInvoiceEmailInput = {
  /** Addresses that receive copies without the other recipients seeing them. */
  bcc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Addresses that receive copies. */
  cc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
  /** Addresses in place of the customer's; absent or empty: the customer's. At most 50 addresses in all. */
  to?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A payment receipt whose e-mail is sent again, and to whom. */
export type ResendPaymentReceiptEmailInput = {
  /** Addresses that receive copies without the other recipients seeing them. */
  bcc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Addresses that receive copies. */
  cc?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Id of the payment receipt. */
  id: Scalars['ID']['input'];
  /** Addresses in place of the customer's; absent or empty: the customer's. At most 50 addresses in all. */
  to?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A new password for the user of a link. */
export type ResetPasswordInput = {
  /** The new password: 8 to 128 characters. */
  newPassword: Scalars['String']['input'];
  /** Token of the link: 40 hexadecimal digits. */
  token: Scalars['String']['input'];
};

/** The input of `retryInvoice`. */
export type RetryInvoiceInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
};

/** An invoice whose payment is tried again. */
export type RetryInvoicePaymentInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
  /** How it is paid this time. Default: as the invoice says. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
};

/** The input of `retryWebhook`. */
export type RetryWebhookInput = {
  /** Id of the webhook. */
  id: Scalars['ID']['input'];
};

/** Selects failed webhook messages of an endpoint. All conditions must hold. */
export type RetryWebhooksInput = {
  /** Id of the webhook endpoint. */
  endpointId: Scalars['ID']['input'];
  /** Kinds of messages, such as `invoice.created`. */
  eventTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Earliest creation. Inclusive. */
  fromDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Latest creation. Inclusive. */
  toDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
};

/** The source of the amounts of a revenue stream. */
export type RevenueStreamKind =
  /** Fees of add-ons. */
  | 'add_on'
  /** Fees of usage. */
  | 'charge'
  /** Fees that fill up minimum commitments. */
  | 'commitment'
  /** Coupons that invoices have used. The fees exclude them. */
  | 'coupons'
  /** Fees of bought credits. */
  | 'credit'
  /** Credit notes that invoices have used. */
  | 'credit_notes'
  /** Fees of fixed charges. */
  | 'fixed_charge'
  /** Prepaid credits that invoices have used. */
  | 'prepaid_credits'
  /** Fees for the amounts of plans. */
  | 'subscription';

/** The input of `revokeInvite`. */
export type RevokeInviteInput = {
  /** Id of the invitation. */
  id: Scalars['ID']['input'];
};

/** The input of `revokeMembership`. */
export type RevokeMembershipInput = {
  /** Id of the membership. */
  id: Scalars['ID']['input'];
};

/** Replaces an API key with a new one that has the same permissions. */
export type RotateApiKeyInput = {
  /** When the old key expires; in the future. If omitted, it expires immediately. */
  expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Id of the API key. */
  id: Scalars['ID']['input'];
  /** Name of the new key. Defaults to that of the old one. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** How aggregated units are rounded before they are priced. */
export type RoundingFunction =
  /** Up. */
  | 'ceil'
  /** Down. */
  | 'floor'
  /** To the nearest; halves away from zero. */
  | 'round';

/** Kind of scheduled work. */
export type ScheduledWorkKind =
  /** Cancels a subscription whose first payment did not arrive in time. */
  | 'activation_timeout'
  /** Compares the figure of an alert with its thresholds. */
  | 'alert_review'
  /** Cancels a change to a cheaper plan. */
  | 'downgrade_cancellation'
  /** Computes a draft invoice again. */
  | 'draft_refresh'
  /** Considers an attempt of a dunning campaign. */
  | 'dunning_attempt'
  /** Makes a draft invoice final at the end of its grace period. */
  | 'invoice_finalization'
  /** Marks an invoice as overdue. */
  | 'payment_overdue'
  /** Changes a subscription to another plan. */
  | 'plan_upgrade'
  /** Settles a payment that the sandbox has processed for a day. */
  | 'sandbox_payment'
  /** Bills the end of a billing period. */
  | 'subscription_billing'
  /** Ends a subscription at its end date. */
  | 'subscription_end'
  /** Starts a subscription at its start date. */
  | 'subscription_start'
  /** Announces that a subscription will end. */
  | 'termination_alert'
  /** Compares the lifetime usage of a subscription with its thresholds of progressive billing. */
  | 'threshold_review'
  /** Bills a subscription at the end of its trial. */
  | 'trial_end'
  /** Records the usage of a day that has ended. */
  | 'usage_day'
  /** Terminates a wallet that has expired. */
  | 'wallet_expiration'
  /** Compares the ongoing balance of a wallet with its threshold and with zero. */
  | 'wallet_review'
  /** Terminates a recurring rule of a wallet that has expired. */
  | 'wallet_rule_expiration'
  /** Tops a wallet up at the interval of its rule. */
  | 'wallet_top_up';

/** Filters security logs. All conditions must hold. Of a list, one value must match. */
export type SecurityLogFilter = {
  /** Only changes by one of these API keys. */
  apiKeyIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Only entries of this day or time or later. */
  fromDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Only these events, such as `api_key.rotated`. */
  logEvents?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only events of records of these types. */
  logTypes?: InputMaybe<Array<SecurityLogType>>;
  /** Conditions on `loggedAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  loggedAt?: InputMaybe<DateTimeComparison>;
  /** Only entries of this day or time or earlier. */
  toDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Only changes by one of these users. */
  userIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** The sort order of a list of SecurityLog. Items with the same value are sorted by id. */
export type SecurityLogOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: SecurityLogOrderField;
};

/** Fields that a list of SecurityLog can be sorted by. */
export type SecurityLogOrderField =
  /** Sorts by `logged_at`. */
  | 'logged_at';

/** The kind of record that a security event is about. */
export type SecurityLogType =
  /** An API key. */
  | 'api_key'
  /** A billing entity. */
  | 'billing_entity'
  /** An export of data. */
  | 'export'
  /** A connection to another service, such as a payment provider. */
  | 'integration'
  /** A role of members. */
  | 'role'
  /** A user or an invitation. */
  | 'user'
  /** An endpoint that receives webhooks. */
  | 'webhook_endpoint';

/** The input of `sendTestWebhook`. */
export type SendTestWebhookInput = {
  /** Id of the webhook endpoint. */
  endpointId: Scalars['ID']['input'];
};

/** The dunning campaign of a billing entity. */
export type SetBillingEntityDunningCampaignInput = {
  /** Id of the billing entity. */
  billingEntityId: Scalars['ID']['input'];
  /** Id of the dunning campaign; null for none. */
  dunningCampaignId?: InputMaybe<Scalars['ID']['input']>;
};

/** The input of `setCreditNoteMetadata`. */
export type SetCreditNoteMetadataInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
  /** Replaces the whole map; null clears it. At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Changes of the dunning of a customer. Omitted fields keep their value. */
export type SetCustomerDunningInput = {
  /** Id of the customer. */
  customerId: Scalars['ID']['input'];
  /** Id of a dunning campaign in place of that of the billing entity; null for none. */
  dunningCampaignId?: InputMaybe<Scalars['ID']['input']>;
  /** True excludes the customer from dunning. */
  excluded?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The taxes that a customer shall have. */
export type SetCustomerTaxesInput = {
  /** Id of the customer. */
  id: Scalars['ID']['input'];
  /** Codes of taxes, which replace those of the customer. If empty, those of its billing entity apply. */
  taxCodes: Array<Scalars['String']['input']>;
};

/** The input of `setDefaultBillingEntity`. */
export type SetDefaultBillingEntityInput = {
  /** Id of the billing entity. */
  id: Scalars['ID']['input'];
};

/** Names a payment method of a customer. */
export type SetDefaultPaymentMethodInput = {
  /** Id of the payment method. */
  id: Scalars['ID']['input'];
};

/** The input of `setPlanMetadata`. */
export type SetPlanMetadataInput = {
  /** Id of the plan. */
  id: Scalars['ID']['input'];
  /** Replaces the whole map; null clears it. At most 50 keys, chosen by the caller. Values are strings or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Entitlements of one subscription, beside those of its plan. */
export type SetSubscriptionEntitlementInput = {
  /** Features by code, each with values of its privileges by code: `{"seats": {"max": 20}, "sso": {}}`. An empty object entitles to a feature without values. */
  entitlements: Scalars['JSONObject']['input'];
  /** External id of the subscription. */
  externalId: Scalars['String']['input'];
  /** Status of the subscription. Default `active`. */
  status?: InputMaybe<SubscriptionStatus>;
};

/** The input of `setWalletMetadata`. */
export type SetWalletMetadataInput = {
  /** Id of the wallet. */
  id: Scalars['ID']['input'];
  /** Replaces the whole map; null clears it. At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** How an invoice is settled. */
export type SettlementKind =
  /** By a credit note. */
  | 'credit_note'
  /** By a payment. */
  | 'payment';

/** Prices for the charge model `standard`. */
export type StandardPropertiesInput = {
  /** Price per unit. Currency units as a decimal string, such as "0.25". */
  amount?: InputMaybe<Scalars['Decimal']['input']>;
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Settings of an account at Stripe. */
export type StripeSettingsInput = {
  /** Whether payers have to accept terms of service when they register a method. Default false. */
  requireTermsOfServiceConsent?: InputMaybe<Scalars['Boolean']['input']>;
  /** The secret API key. Required at creation; it is encrypted and never shown. */
  secretKey?: InputMaybe<Scalars['String']['input']>;
  /** Whether payers are asked to confirm payments that their bank wants confirmed. Default false. */
  supports3ds?: InputMaybe<Scalars['Boolean']['input']>;
};

/** All given conditions must hold. */
export type SubscriptionEntitlementListFilter = {
  /** Conditions on `code`, such as `{contains: "acme"}`. */
  code?: InputMaybe<TextComparison>;
};

/** The sort order of a list of SubscriptionEntitlement. Items with the same value are sorted by id. */
export type SubscriptionEntitlementOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: SubscriptionEntitlementOrderField;
};

/** Fields that a list of SubscriptionEntitlement can be sorted by. */
export type SubscriptionEntitlementOrderField =
  /** Sorts by `code`. */
  | 'code';

/** Filters subscriptions. All conditions must hold. */
export type SubscriptionFilter = {
  /** Only subscriptions of customers of one of these billing entities. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only items that have this value. */
  currency?: InputMaybe<CurrencyCode>;
  /** Only items that have this value. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Whether the subscription has a plan override. */
  overridden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only items that have this value. */
  planCode?: InputMaybe<Scalars['String']['input']>;
  /** Only active ones by default. */
  status?: InputMaybe<Array<SubscriptionStatus>>;
  /** Conditions on `subscriptionAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  subscriptionAt?: InputMaybe<DateTimeComparison>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
};

/** State of a subscription. */
export type SubscriptionStatus =
  /** Started, and not ended. */
  | 'active'
  /** Canceled before its start. */
  | 'canceled'
  /** Awaits its first payment. */
  | 'incomplete'
  /** Starts in the future. */
  | 'pending'
  /** Ended. */
  | 'terminated';

/** Why a tax has its rate, as e-invoices say it (EN 16931). Only `S` has a rate above 0. */
export type TaxCategory =
  /** Reverse charge: the customer owes the tax. */
  | 'AE'
  /** Exempt, for a reason of your own. */
  | 'E'
  /** Export: the customer is outside the EU. */
  | 'G'
  /** Goods to a company in another country of the EU. */
  | 'K'
  /** Outside the scope of the tax. */
  | 'O'
  /** Taxed at the rate. */
  | 'S'
  /** Zero rated. */
  | 'Z';

/** All given conditions must hold. */
export type TaxListFilter = {
  /** Conditions on `name`, such as `{contains: "acme"}`. */
  name?: InputMaybe<TextComparison>;
};

/** The sort order of a list of Tax. Items with the same value are sorted by id. */
export type TaxOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: TaxOrderField;
};

/** Fields that a list of Tax can be sorted by. */
export type TaxOrderField =
  /** Sorts by `name`. */
  | 'name';

/** The input of `terminateAppliedCoupon`. */
export type TerminateAppliedCouponInput = {
  /** Id of the applied coupon. */
  id: Scalars['ID']['input'];
};

/** The input of `terminateCoupon`. */
export type TerminateCouponInput = {
  /** Id of the coupon. */
  id: Scalars['ID']['input'];
};

/** Terminates an active subscription now, or cancels a pending one. */
export type TerminateSubscriptionInput = {
  /** Id of the subscription. */
  id: Scalars['ID']['input'];
  /** Defaults to the stored setting. Ignored for plans billed in arrears. */
  onTerminationCreditNote?: InputMaybe<OnTerminationCreditNote>;
  /** Defaults to the stored setting. */
  onTerminationInvoice?: InputMaybe<OnTerminationInvoice>;
};

/** The input of `terminateWallet`. */
export type TerminateWalletInput = {
  /** Id of the wallet. */
  id: Scalars['ID']['input'];
};

/** All given conditions must hold. */
export type TestClockListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of TestClock. Items with the same value are sorted by id. */
export type TestClockOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: TestClockOrderField;
};

/** Fields that a list of TestClock can be sorted by. */
export type TestClockOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** State of a test clock. */
export type TestClockStatus =
  /** The clock is advancing to its target time. */
  | 'advancing'
  /** Stopped by a failure; it can be advanced again. */
  | 'failed'
  /** The clock stands still and can be advanced. */
  | 'ready';

/** Conditions on a text. All conditions must hold. */
export type TextComparison = {
  /** Contains this text, ignoring case. */
  contains?: InputMaybe<Scalars['String']['input']>;
  /** Equal to this text, including its case. */
  eq?: InputMaybe<Scalars['String']['input']>;
  /** Equal to one of at most 1,000 texts. */
  in?: InputMaybe<Array<Scalars['String']['input']>>;
  /** True: has no value. False: has a value. */
  isNull?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Selects triggered alerts. */
export type TriggeredAlertFilterInput = {
  /** Only messages of this alert. */
  alertId?: InputMaybe<Scalars['ID']['input']>;
  /** Only alerts of this type. */
  alertType?: InputMaybe<AlertType>;
  /** The id of the subscription in the system of the organization. */
  externalSubscriptionId?: InputMaybe<Scalars['String']['input']>;
  /** Conditions on `triggeredAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  triggeredAt?: InputMaybe<DateTimeComparison>;
  /** The wallet. */
  walletId?: InputMaybe<Scalars['ID']['input']>;
};

/** The sort order of a list of TriggeredAlert. Items with the same value are sorted by id. */
export type TriggeredAlertOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: TriggeredAlertOrderField;
};

/** Fields that a list of TriggeredAlert can be sorted by. */
export type TriggeredAlertOrderField =
  /** Sorts by `triggered_at`. */
  | 'triggered_at';

/** Why an event does not count. */
export type UncountedReason =
  /** It matches no filter of the charge, and the charge has no price for other events. */
  | 'filtered_out'
  /** The plan does not charge for the billable metric. */
  | 'no_charge'
  /** No subscription with its external id was active at its timestamp. */
  | 'outside_subscription'
  /** It was received after the invoice of its period was finalized. */
  | 'period_already_invoiced'
  /** It has no value for the property that the metric aggregates. */
  | 'property_missing'
  /** The value of that property is not a number. */
  | 'property_not_numeric'
  /** No billable metric has its code. */
  | 'unknown_metric'
  /** There was never an active subscription with its external subscription id. */
  | 'unknown_subscription';

/** Changes of an add-on. Omitted fields keep their value. */
export type UpdateAddOnInput = {
  /** Unit price on a one-off invoice, before taxes; greater than 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** Set by the caller. Unique among add-ons that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Description of the add-on, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the add-on. */
  id: Scalars['ID']['input'];
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Name of the add-on. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Changes of an alert. Omitted fields keep their value; thresholds are replaced as a whole. */
export type UpdateAlertInput = {
  /** Required for types that watch one metric; not allowed for others. */
  billableMetricCode?: InputMaybe<Scalars['String']['input']>;
  /** Required in a new alert. Unique among the alerts of the subscription or wallet. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Id of the alert. */
  id: Scalars['ID']['input'];
  /** Name of the alert. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Required in a new alert. At most 20, with different values. */
  thresholds?: InputMaybe<Array<AlertThresholdInput>>;
};

/** Changes of an API key. Omitted fields keep their value. */
export type UpdateApiKeyInput = {
  /** Id of the API key. */
  id: Scalars['ID']['input'];
  /** Display name; at most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Granted actions by resource, such as "customer" or "invoice": "read", "write" or both. Replaces the whole map. */
  permissions?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** How members of the organization are to sign in. */
export type UpdateAuthenticationMethodsInput = {
  /** All ways that are allowed, at least one. Sessions that began in another way lose the organization at once. */
  authenticationMethods: Array<AuthenticationMethod>;
};

/** Changes of a billable metric. Omitted fields keep their value. While a charge uses the metric, only name, description and filters can be changed; other fields are ignored. */
export type UpdateBillableMetricInput = {
  /** How events become units. */
  aggregationType?: InputMaybe<AggregationType>;
  /** The code that events refer to. Unique among metrics that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Description of the billable metric, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Expression that computes the aggregated property of each event when the event is received. */
  expression?: InputMaybe<Scalars['String']['input']>;
  /** The event property that is aggregated. Null for `count_agg`. */
  fieldName?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their key. */
  filters?: InputMaybe<Array<BillableMetricFilterInput>>;
  /** Id of the billable metric. */
  id: Scalars['ID']['input'];
  /** Name of the billable metric. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Whether quantities carry over from one billing period to the next. Default false. */
  recurring?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units are rounded before they are priced; null for no rounding. */
  roundingFunction?: InputMaybe<RoundingFunction>;
  /** Number of decimal places; may be negative. Null means 0. */
  roundingPrecision?: InputMaybe<Scalars['Int']['input']>;
  /** The unit of time of a weighted sum; null for other aggregations. */
  weightedInterval?: InputMaybe<WeightedInterval>;
};

/** Changes of a billing entity. Omitted fields keep their value. */
export type UpdateBillingEntityInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Currency of documents of customers without one. By default USD. */
  defaultCurrency?: InputMaybe<CurrencyCode>;
  /** Accent color of documents and e-mails, such as "#0f766e". Text in it is darkened where it would be hard to read. Null removes it. */
  documentColor?: InputMaybe<Scalars['String']['input']>;
  /** Language of documents, such as "en" or "pt-BR". */
  documentLocale?: InputMaybe<Scalars['String']['input']>;
  /** The text with which the numbers of invoices begin: 1 to 10 characters, stored in upper case. By default it is made of the name and the id. */
  documentNumberPrefix?: InputMaybe<Scalars['String']['input']>;
  /** The scope within which invoices are counted, by default per_customer. Numbers that were given stay. */
  documentNumbering?: InputMaybe<DocumentNumbering>;
  /** Whether electronic invoices are made. Needs a country of the EU, and what their rules demand of the seller. */
  einvoicing?: InputMaybe<Scalars['Boolean']['input']>;
  /** The rules of its electronic invoices. Null: those of its country. */
  einvoicingProfile?: InputMaybe<EInvoicingProfile>;
  /** Address from which e-mails are sent. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Documents to send by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created". Replaces the whole list. */
  emailSettings?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether the taxes of customers follow the VAT rules of the EU. Needs a country of the EU. */
  euTaxManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether invoices without any fees are issued. By default true. */
  finalizeZeroAmountInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the billing entity. */
  id: Scalars['ID']['input'];
  /** Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list. */
  identifiers?: InputMaybe<Array<PartyIdentifierInput>>;
  /** Codes of the custom sections of invoices for customers that select none; at most 20. Replaces the whole list. */
  invoiceCustomSectionCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Text at the end of invoices, up to 600 characters. */
  invoiceFooter?: InputMaybe<Scalars['String']['input']>;
  /** Days for which invoices of subscriptions stay drafts. By default 0. */
  invoiceGracePeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** A data URI with a PNG or JPEG of up to 800 kB in base64. Null removes the logo. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Name of the billing entity. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Payment term in days. By default 0. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** Telephone number, as it was sent. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Whether the issuing date moves when an invoice is finalized after its grace period. */
  subscriptionInvoiceIssuingDateAdjustment?: InputMaybe<IssuingDateAdjustment>;
  /** The day from which the issuing date of periodic invoices is computed. */
  subscriptionInvoiceIssuingDateAnchor?: InputMaybe<IssuingDateAnchor>;
  /** Codes of its taxes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tax number, such as a VAT number. */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name. By default UTC. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a filter. Omitted fields keep their value. */
export type UpdateChargeFilterInput = {
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge filter. */
  id: Scalars['ID']['input'];
  /** Name shown on invoices. Defaults to the filter's values. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches every value. */
  values?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Changes of a charge. Omitted fields keep their value. Once its plan has a subscription, only display name, properties, filters, taxes and conversion rate can be changed; other fields are ignored. */
export type UpdateChargeInput = {
  /** True: events may name the wallet that pays for them by its code, in the property `target_wallet_code`. Usage is then also grouped by this property. */
  acceptsTargetWallet?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to the plan's currency. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Id of the metric whose events are charged. */
  billableMetricId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel?: InputMaybe<ChargeModel>;
  /** Defaults to the metric's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** Id of the charge. */
  id: Scalars['ID']['input'];
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether fees appear on invoices. False is allowed only for charges billed in advance. Default true. */
  invoiceable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears. Default 0. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether each event is billed immediately instead of at the end of the billing period. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by the days for which they are held. Only for recurring metrics. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether paid fees are collected on one invoice at the end of the billing period. Only for charges billed in advance that are not invoiceable. */
  regroupPaidFees?: InputMaybe<RegroupPaidFees>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Changes of a coupon. Omitted fields keep their value. Once the coupon was applied to a customer, only the name, the description and the expiration change, and other fields are ignored. */
export type UpdateCouponInput = {
  /** Amount taken off, in minor units of the currency. Required for `fixed_amount`; greater than 0. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** The plans or the metrics whose fees the coupon is for; by default all fees. */
  appliesTo?: InputMaybe<CouponLimitsInput>;
  /** Set by the caller. Unique among coupons that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Whether it takes off an amount or a percentage. */
  couponType?: InputMaybe<CouponType>;
  /** Description of the coupon, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Whether the coupon expires. */
  expiration?: InputMaybe<CouponExpiration>;
  /** When a coupon with `time_limit` expires and can no longer be applied. Must be in the future when it is set. */
  expirationAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** How many invoices it is used for. */
  frequency?: InputMaybe<CouponFrequency>;
  /** Number of invoices that a `recurring` coupon is used for; null for others. */
  frequencyDuration?: InputMaybe<Scalars['Int']['input']>;
  /** Id of the coupon. */
  id: Scalars['ID']['input'];
  /** Name of the coupon. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Percentage taken off, with up to 5 decimal places: "12.5" is 12.5 %. Required for `percentage`; greater than 0. */
  percentageRate?: InputMaybe<Scalars['Decimal']['input']>;
  /** Whether the same customer can be given the coupon more than once. Default true. */
  reusable?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes of a credit note. Omitted fields keep their value. */
export type UpdateCreditNoteInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
  /** Keys to add or change; null clears all. At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Status of the refund. */
  refundStatus?: InputMaybe<RefundStatus>;
};

/** The grace period that a customer shall have. */
export type UpdateCustomerGracePeriodInput = {
  /** Id of the customer. */
  id: Scalars['ID']['input'];
  /** Days for which its invoices stay drafts. Null: as its billing entity says. */
  invoiceGracePeriod?: InputMaybe<Scalars['Int']['input']>;
};

/** Changes of a customer. Omitted fields keep their value. */
export type UpdateCustomerInput = {
  /** Whether the customer is billed, or is a partner for whom the organization issues invoices. */
  accountType?: InputMaybe<CustomerAccountType>;
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** Settings of invoices, payments and documents. */
  billingConfiguration?: InputMaybe<CustomerBillingConfigurationInput>;
  /** Code of the billing entity. Null means the default one. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** What the customer wants to read on e-invoices to assign them, such as a Leitweg-ID. By default the purchase order number, else its external id. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Default currency. Invoices in other currencies are possible. */
  currency?: InputMaybe<CurrencyCode>;
  /** Whether the customer is a company or a person; null if it is not known. */
  customerType?: InputMaybe<CustomerKind>;
  /** Address to which documents are sent; several are separated by commas. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Set by the caller. Unique among customers that are not deleted. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** Whether invoices without any fees are issued. */
  finalizeZeroAmountInvoice?: InputMaybe<ZeroAmountInvoiceRule>;
  /** First name of a person. */
  firstname?: InputMaybe<Scalars['String']['input']>;
  /** Id of the customer. */
  id: Scalars['ID']['input'];
  /** Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list. */
  identifiers?: InputMaybe<Array<PartyIdentifierInput>>;
  /** Codes of the custom sections of its invoices; at most 20. Replaces the whole list. If it is empty, invoices show those of the billing entity. */
  invoiceCustomSectionCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Last name of a person. */
  lastname?: InputMaybe<Scalars['String']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** Address of a picture. */
  logoUrl?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list; at most 5 entries. Omitted entries are removed. */
  metadata?: InputMaybe<Array<CustomerMetadataInput>>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Days. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** Telephone number, as it was sent. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Where goods are delivered; null if it is not known. Taxes may depend on it. */
  shippingAddress?: InputMaybe<AddressInput>;
  /** Whether invoices of the customer have no custom sections. */
  skipInvoiceCustomSections?: InputMaybe<Scalars['Boolean']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Codes of the customer's own taxes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tax number, such as a VAT number: "FR12345678901". */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name. See `applicableTimezone` for the effective one. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Website of the customer. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a dunning campaign. Omitted fields keep their value. */
export type UpdateDunningCampaignInput = {
  /** Addresses that receive copies of the e-mails. */
  bccEmails?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Set by the caller. Unique among campaigns that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Default 1. */
  daysBetweenAttempts?: InputMaybe<Scalars['Int']['input']>;
  /** Description of the dunning campaign, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the dunning campaign. */
  id: Scalars['ID']['input'];
  /** Default 1. */
  maxAttempts?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the dunning campaign. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Replaces all thresholds. */
  thresholds?: InputMaybe<Array<DunningThresholdInput>>;
};

/** Changes of a feature. Omitted fields keep their value. */
export type UpdateFeatureInput = {
  /** Description of the feature, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the feature. */
  id: Scalars['ID']['input'];
  /** Name of the feature. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Privileges to add or change, by code. Others stay. */
  privileges?: InputMaybe<Array<PrivilegeInput>>;
};

/** The payment status of a standalone fee. */
export type UpdateFeeInput = {
  /** Id of the fee. */
  id: Scalars['ID']['input'];
  /** If omitted, the fee does not change. */
  paymentStatus?: InputMaybe<FeePaymentStatus>;
};

/** Changes of a fixed charge. Omitted fields keep their value. Add-on, timing and proration cannot be changed and are ignored, as are model and code once its plan has a subscription. */
export type UpdateFixedChargeInput = {
  /** Code of the add-on. */
  addOnCode?: InputMaybe<Scalars['String']['input']>;
  /** Required for a new fixed charge, unless the add-on's code is given. */
  addOnId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether existing subscriptions get the new units immediately instead of from the next billing period. Default false. Not stored. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** How units become an amount. It cannot be changed once the plan has subscriptions. */
  chargeModel?: InputMaybe<FixedChargeModel>;
  /** Defaults to the add-on's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Id of the fixed charge. */
  id: Scalars['ID']['input'];
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is billed in advance instead of in arrears. Not allowed with the volume model. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by day. Not allowed with the graduated model when billed in advance. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Units per subscription: a whole number, 0 or more. Default 0. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** New roles of a pending invitation. */
export type UpdateInviteInput = {
  /** Id of the invitation. */
  id: Scalars['ID']['input'];
  /** Codes of the roles that the new member gets. */
  roles: Array<Scalars['String']['input']>;
};

/** Changes of a custom section. Omitted fields keep their value. Final invoices keep their texts. */
export type UpdateInvoiceCustomSectionInput = {
  /** Set by the caller. Unique among sections that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** A note for the organization; invoices do not show it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** The text that invoices show. */
  details?: InputMaybe<Scalars['String']['input']>;
  /** The heading that invoices show. Default: the name. */
  displayName?: InputMaybe<Scalars['String']['input']>;
  /** Id of the invoice custom section. */
  id: Scalars['ID']['input'];
  /** Name of the invoice custom section. */
  name?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of an invoice. Omitted fields keep their value. */
export type UpdateInvoiceInput = {
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
  /** Up to 5 entries, which replace all others. Refused for a draft. */
  metadata?: InputMaybe<Array<InvoiceMetadataInput>>;
  /** The new payment status of the invoice and of its fees. The paid amount does not change; record a payment for that. */
  paymentStatus?: InputMaybe<InvoicePaymentStatus>;
};

/** The input of `updateSubscriptionLifetimeUsage`. */
export type UpdateLifetimeUsageInput = {
  /** Usage from before the subscription was imported, set by the caller. */
  externalHistoricalUsageAmountCents: Scalars['SafeInt']['input'];
  /** Id of the lifetime usage, or of any subscription in its chain. */
  id: Scalars['ID']['input'];
};

/** New roles of a member. */
export type UpdateMembershipRolesInput = {
  /** Id of the membership. */
  id: Scalars['ID']['input'];
  /** Codes of all roles that the member is to have. */
  roles: Array<Scalars['String']['input']>;
};

/** Changes of an organization. Omitted fields keep their value. */
export type UpdateOrganizationInput = {
  /** How many days the activity log and the API log show. At least 1; null: all entries. Older entries of the API log are deleted. */
  auditPeriodDays?: InputMaybe<Scalars['Int']['input']>;
  /** Whether security events are recorded and shown. Only unlimited keys may change it. */
  hasSecurityLog?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether payments that succeed get receipts. */
  issuesReceipts?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes of the default billing entity of an organization. Omitted fields keep their value. */
export type UpdateOrganizationSettingsInput = {
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** Settings of invoices. */
  billingConfiguration?: InputMaybe<OrganizationConfigurationInput>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Currency of documents of customers without one. By default USD. */
  defaultCurrency?: InputMaybe<CurrencyCode>;
  /** The text with which the numbers of invoices begin: 1 to 10 characters, stored in upper case. By default it is made of the name and the id. */
  documentNumberPrefix?: InputMaybe<Scalars['String']['input']>;
  /** The scope within which invoices are counted. Numbers that were given stay. */
  documentNumbering?: InputMaybe<OrganizationDocumentNumbering>;
  /** Address from which e-mails are sent. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Documents to send by e-mail: "invoice.finalized", "credit_note.created", "payment_receipt.created". Replaces the whole list. */
  emailSettings?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether invoices without any fees are issued. By default true. */
  finalizeZeroAmountInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** Payment term in days. By default 0. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Tax number, such as a VAT number. */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** IANA time zone name. By default UTC. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Address of the oldest webhook endpoint, which is made if there is none. Needs the permission to change webhook endpoints. */
  webhookUrl?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a connection to a payment provider. Omitted fields keep their value. */
export type UpdatePaymentProviderInput = {
  /** Unique among the connections of the organization. Customers keep their connection. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Only for connections to GoCardless. */
  gocardless?: InputMaybe<GocardlessSettingsInput>;
  /** Id of the payment provider. */
  id: Scalars['ID']['input'];
  /** Name of the payment provider. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Only for connections to Stripe. */
  stripe?: InputMaybe<StripeSettingsInput>;
  /** Address to which payers return from pages of the provider; up to 1,024 characters. Default: the home page of the provider. */
  successRedirectUrl?: InputMaybe<Scalars['String']['input']>;
};

/** A charge of an updated plan. With the id of an existing charge it changes that one, and omitted fields keep their value; otherwise it adds a charge. */
export type UpdatePlanChargeInput = {
  /** True: events may name the wallet that pays for them by its code, in the property `target_wallet_code`. Usage is then also grouped by this property. */
  acceptsTargetWallet?: InputMaybe<Scalars['Boolean']['input']>;
  /** Defaults to the plan's currency. */
  appliedPricingUnit?: InputMaybe<AppliedPricingUnitInput>;
  /** Required for a new charge. */
  billableMetricId?: InputMaybe<Scalars['ID']['input']>;
  /** Required for a new charge. */
  chargeModel?: InputMaybe<ChargeModel>;
  /** Defaults to the metric's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list. Filters are matched by their values. */
  filters?: InputMaybe<Array<ChargeFilterInput>>;
  /** Id of the charge. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether fees appear on invoices. False is allowed only for charges billed in advance. Default true. */
  invoiceable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Minimum amount of the charge per billing period, in minor units. Only for charges billed in arrears. Default 0. */
  minAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether each event is billed immediately instead of at the end of the billing period. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by the days for which they are held. Only for recurring metrics. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether paid fees are collected on one invoice at the end of the billing period. Only for charges billed in advance that are not invoiceable. */
  regroupPaidFees?: InputMaybe<RegroupPaidFees>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** A fixed charge of an updated plan. With the id of an existing one it changes that one, and omitted fields keep their value; otherwise it adds one. Add-on, timing and proration of an existing one cannot be changed. */
export type UpdatePlanFixedChargeInput = {
  /** Code of the add-on. */
  addOnCode?: InputMaybe<Scalars['String']['input']>;
  /** Required for a new fixed charge, unless the add-on's code is given. */
  addOnId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether existing subscriptions get the new units immediately instead of from the next billing period. Default false. Not stored. */
  applyUnitsImmediately?: InputMaybe<Scalars['Boolean']['input']>;
  /** Required for a new one. */
  chargeModel?: InputMaybe<FixedChargeModel>;
  /** Defaults to the add-on's code, then code_2, and so on. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Id of the fixed charge. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is billed in advance instead of in arrears. Not allowed with the volume model. Default false. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** The prices. Their members depend on the charge model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Whether units are prorated by day. Not allowed with the graduated model when billed in advance. Default false. */
  prorated?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Units per subscription: a whole number, 0 or more. Default 0. */
  units?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Changes of a plan. Omitted fields keep their value. Once a plan has a subscription, its code, interval, timing, currency, trial and monthly flags cannot be changed and are ignored; of its charges only display name, properties, filters, taxes and conversion rate can be changed. */
export type UpdatePlanInput = {
  /** Amount per billing period. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Currency of the amounts. */
  amountCurrency?: InputMaybe<CurrencyCode>;
  /** Whether they are billed monthly on a yearly or semiannual plan. Null for other plans. Default false. */
  billChargesMonthly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether they are billed monthly on a yearly or semiannual plan. Null for other plans. Default false. */
  billFixedChargesMonthly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether plan overrides follow the change where they still have the former value. Default false. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Replaces the whole list of charges. */
  charges?: InputMaybe<Array<UpdatePlanChargeInput>>;
  /** Set by the caller. Unique among plans that are not deleted. Plan overrides share the code of their parent. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Description of the plan, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list of fixed charges. */
  fixedCharges?: InputMaybe<Array<UpdatePlanFixedChargeInput>>;
  /** Id of the plan. */
  id: Scalars['ID']['input'];
  /** Length of the billing period. */
  interval?: InputMaybe<PlanInterval>;
  /** The name that invoices show; null: they show the name of the record itself. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** At most 50 keys, chosen by the caller. Values are strings or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The least that a subscription pays for each billing period; null for none. */
  minimumCommitment?: InputMaybe<MinimumCommitmentInput>;
  /** Name of the plan. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Whether the plan amount is billed in advance instead of in arrears. */
  payInAdvance?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tax codes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Length of the free trial in days, from the subscription's first start. No trial by default. */
  trialPeriod?: InputMaybe<Scalars['Int']['input']>;
  /** Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring. */
  usageThresholds?: InputMaybe<Array<UsageThresholdInput>>;
};

/** Changes of a pricing unit. Omitted fields keep their value. */
export type UpdatePricingUnitInput = {
  /** Set by the caller. Unique. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Description of the pricing unit, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the pricing unit. */
  id: Scalars['ID']['input'];
  /** Name of the pricing unit. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Short name shown next to quantities. */
  shortName?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a role. Omitted fields keep their value. */
export type UpdateRoleInput = {
  /** Description; at most 255 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Id of the role. */
  id: Scalars['ID']['input'];
  /** Display name; at most 100 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the role allows, such as `invoices:view`; the query `permissions` lists them. Replaces the whole list. */
  permissions?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** Changes of a filter for one subscription. The first such change gives the subscription a plan override. Omitted fields keep their value. */
export type UpdateSubscriptionChargeFilterInput = {
  /** Ignored: a plan override has no overrides of its own. */
  cascadeUpdates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the charge filter. */
  id: Scalars['ID']['input'];
  /** Name shown on invoices. Defaults to the filter's values. */
  invoiceDisplayName?: InputMaybe<Scalars['String']['input']>;
  /** Properties of the charge's model. */
  properties?: InputMaybe<ChargePropertiesInput>;
  /** Id of the subscription. */
  subscriptionId: Scalars['ID']['input'];
  /** Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches every value. */
  values?: InputMaybe<Scalars['JSONObject']['input']>;
};

/** Changes of a subscription. Omitted fields keep their value. */
export type UpdateSubscriptionInput = {
  /** Conditions for activation. Replaces the whole list; allowed only before the subscription starts. */
  activationRules?: InputMaybe<Array<ActivationRuleInput>>;
  /** Defaults to the customer's. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Default true. */
  consolidateInvoice?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must be a later day than today and than the start. */
  endingAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Id of the subscription. */
  id: Scalars['ID']['input'];
  /** The custom sections of its invoices. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** Name of the subscription. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Ignored for plans billed in arrears. */
  onTerminationCreditNote?: InputMaybe<OnTerminationCreditNote>;
  /** Default `generate`. */
  onTerminationInvoice?: InputMaybe<OnTerminationInvoice>;
  /** Null means the customer's default. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** Plan overrides. They change the subscription's plan override if it has one. */
  planOverrides?: InputMaybe<PlanOverridesInput>;
  /** True: no usage is invoiced before its billing period ends. Default false. */
  progressiveBillingDisabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Printed on invoices. Subscriptions with different numbers get separate invoices. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** When the subscription starts. Default now. A subscription that starts on a later day is pending until then. Cannot be changed after the start. */
  subscriptionAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring. They apply instead of those of the plan. */
  usageThresholds?: InputMaybe<Array<UsageThresholdInput>>;
};

/** Changes of a tax. Omitted fields keep their value. */
export type UpdateTaxInput = {
  /**
   * True applies the tax to the default billing entity, false removes it from there.
   * @deprecated Apply taxes to a billing entity instead.
   */
  appliedToOrganization?: InputMaybe<Scalars['Boolean']['input']>;
  /** Must fit the rate. Null restores the default. Documents that are issued keep theirs. */
  category?: InputMaybe<TaxCategory>;
  /** Set by the caller. Unique among taxes that are not deleted. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** Description of the tax, in the words of the organization. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Why no tax is due, as documents say it, up to 255 characters. Needed by the category E; not for S and Z. By default a sentence in the language of the document. */
  exemptionReason?: InputMaybe<Scalars['String']['input']>;
  /** Id of the tax. */
  id: Scalars['ID']['input'];
  /** Name of the tax. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Percentage: 20 means 20 %. */
  rate?: InputMaybe<Scalars['Decimal']['input']>;
};

/** Changes of a wallet. Omitted fields keep their value. */
export type UpdateWalletInput = {
  /** The fees that it pays; by default all fees. */
  appliesTo?: InputMaybe<WalletLimitsInput>;
  /** The entity that issues the invoices of paid top-ups; by default the customer's. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** Unique among the active wallets of the customer. Default: the name in lower snake case, or `default`. */
  code?: InputMaybe<Scalars['String']['input']>;
  /** When the wallet expires: it takes no new credits and pays only what was used before, and is terminated once the invoices of that time are final. Must be in the future when it is set. */
  expirationAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Id of the wallet. */
  id: Scalars['ID']['input'];
  /** The custom sections of the invoices of its top-ups. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** True: the invoice of a paid top-up is issued only when it has been paid, and is hidden until then. Default false. */
  invoiceRequiresSuccessfulPayment?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Name of the wallet. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The highest paid top-up, in minor units of the currency. */
  paidTopUpMaxAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** The lowest paid top-up, in minor units of the currency. */
  paidTopUpMinAmountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** How the invoices of paid top-ups are paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** 1 to 50: wallets with a lower number pay first. Default 50. */
  priority?: InputMaybe<Scalars['Int']['input']>;
  /** Printed on the invoices of paid top-ups. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** The rule that tops the wallet up automatically: one at most. An update replaces the whole list. */
  recurringTransactionRules?: InputMaybe<Array<WalletRecurringRuleInput>>;
};

/** Changes of a webhook endpoint. Omitted fields keep their value. */
export type UpdateWebhookEndpointInput = {
  /** Kinds of messages that the endpoint receives. Null or `["*"]` means all kinds, an empty list none. The query `webhookEventTypes` lists them. Applies to later messages only. */
  eventTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Id of the webhook endpoint. */
  id: Scalars['ID']['input'];
  /** Display name; at most 255 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Null means `jwt`. */
  signatureAlgo?: InputMaybe<WebhookSignatureAlgorithm>;
  /** False: no messages about customers on test clocks. True: only those. Null means both; applies to later messages. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** An absolute http or https URL without user info, on port 80, 443 or above 1023. Its host must not have a private address. Unique in the organization. Messages that wait are sent to the new URL, too. */
  webhookUrl?: InputMaybe<Scalars['String']['input']>;
};

/** A customer to create, or changes of the one with this external id. */
export type UpsertCustomerInput = {
  /** Whether the customer is billed, or is a partner for whom the organization issues invoices. */
  accountType?: InputMaybe<CustomerAccountType>;
  /** First line of the address: street and number. */
  addressLine1?: InputMaybe<Scalars['String']['input']>;
  /** Second line of the address. */
  addressLine2?: InputMaybe<Scalars['String']['input']>;
  /** Settings of invoices, payments and documents. */
  billingConfiguration?: InputMaybe<CustomerBillingConfigurationInput>;
  /** Code of the billing entity. Null means the default one. */
  billingEntityCode?: InputMaybe<Scalars['String']['input']>;
  /** What the customer wants to read on e-invoices to assign them, such as a Leitweg-ID. By default the purchase order number, else its external id. */
  buyerReference?: InputMaybe<Scalars['String']['input']>;
  /** City of the address. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country of the address. */
  country?: InputMaybe<CountryCode>;
  /** Default currency. Invoices in other currencies are possible. */
  currency?: InputMaybe<CurrencyCode>;
  /** Whether the customer is a company or a person; null if it is not known. */
  customerType?: InputMaybe<CustomerKind>;
  /** Address to which documents are sent; several are separated by commas. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Set by the caller. Unique among customers that are not deleted. */
  externalId: Scalars['String']['input'];
  /** Whether invoices without any fees are issued. */
  finalizeZeroAmountInvoice?: InputMaybe<ZeroAmountInvoiceRule>;
  /** First name of a person. */
  firstname?: InputMaybe<Scalars['String']['input']>;
  /** Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list. */
  identifiers?: InputMaybe<Array<PartyIdentifierInput>>;
  /** Codes of the custom sections of its invoices; at most 20. Replaces the whole list. If it is empty, invoices show those of the billing entity. */
  invoiceCustomSectionCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Last name of a person. */
  lastname?: InputMaybe<Scalars['String']['input']>;
  /** Name of the company on documents. */
  legalName?: InputMaybe<Scalars['String']['input']>;
  /** Registration number of the company. */
  legalNumber?: InputMaybe<Scalars['String']['input']>;
  /** Address of a picture. */
  logoUrl?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the whole list; at most 5 entries. Omitted entries are removed. */
  metadata?: InputMaybe<Array<CustomerMetadataInput>>;
  /** Name of the customer. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Days. */
  netPaymentTerm?: InputMaybe<Scalars['Int']['input']>;
  /** Telephone number, as it was sent. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Where goods are delivered; null if it is not known. Taxes may depend on it. */
  shippingAddress?: InputMaybe<AddressInput>;
  /** Whether invoices of the customer have no custom sections. */
  skipInvoiceCustomSections?: InputMaybe<Scalars['Boolean']['input']>;
  /** State or province of the address. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Codes of the customer's own taxes. Replaces the whole list. */
  taxCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Tax number, such as a VAT number: "FR12345678901". */
  taxIdentificationNumber?: InputMaybe<Scalars['String']['input']>;
  /** Id of the test clock that the customer follows. Cannot be changed later. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
  /** IANA time zone name. See `applicableTimezone` for the effective one. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Website of the customer. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** Postal code of the address. */
  zipcode?: InputMaybe<Scalars['String']['input']>;
};

/** Selects part of the usage. If charges are selected in several ways, the first one applies. */
export type UsageFilter = {
  /** Only items that have this value. */
  billableMetricCode?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  chargeCode?: InputMaybe<Scalars['String']['input']>;
  /** Only items that have this value. */
  chargeId?: InputMaybe<Scalars['ID']['input']>;
  /** Only events with this value, or one of these values, for every key. Usage is then not grouped by these keys. */
  group?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Presentation group keys to break down by. Default all. */
  presentation?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether to ignore group keys. Default false. */
  skipGrouping?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The periods by which usage is added up. */
export type UsageGranularity =
  /** Days. */
  | 'daily'
  /** Calendar months. */
  | 'monthly'
  /** Weeks, from Monday to Sunday. */
  | 'weekly';

/** A threshold of progressive billing. */
export type UsageThresholdInput = {
  /** Required. Lifetime usage in minor units of the currency of the plan, greater than 0. Of a recurring threshold: the distance between its steps. */
  amountCents?: InputMaybe<Scalars['SafeInt']['input']>;
  /** True: the threshold is passed again after each further amount of usage. Default false. */
  recurring?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name on invoices. */
  thresholdDisplayName?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `voidCreditNote`. */
export type VoidCreditNoteInput = {
  /** Id of the credit note. */
  id: Scalars['ID']['input'];
};

/** An invoice to void. */
export type VoidInvoiceInput = {
  /** Amount for later invoices of the customer, in minor units of the currency. Default 0. */
  creditAmount?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Whether to issue credit notes: one over `creditAmount` and `refundAmount`, and a voided one over the rest. Default false. */
  generateCreditNote?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the invoice. */
  id: Scalars['ID']['input'];
  /** Amount to pay back of what was paid, in minor units of the currency. Default 0. */
  refundAmount?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** Prices for the charge model `volume`. */
export type VolumePropertiesInput = {
  /**
   * The former name of `pricingGroupKeys`.
   * @deprecated See pricingGroupKeys.
   */
  groupedBy?: InputMaybe<Array<Scalars['String']['input']>>;
  /** At most two event properties by which usage is broken down for display. They do not affect amounts. */
  presentationGroupKeys?: InputMaybe<Array<PresentationGroupKeyInput>>;
  /** Event properties by which usage is grouped, priced and billed separately. */
  pricingGroupKeys?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The ranges of units. They start at 0 and follow each other without a gap; the last one is open. */
  volumeRanges?: InputMaybe<Array<VolumeRangeInput>>;
};

/** A range of units, and the prices of all units when their total lies inside it. */
export type VolumeRangeInput = {
  /** Flat fee, due as soon as the range is reached. Currency units as a decimal string, such as "0.25". */
  flatAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** First total of the range: 0 or 1; in later ranges the previous `toValue` plus one. */
  fromValue?: InputMaybe<Scalars['SafeInt']['input']>;
  /** Price per unit within the range. Currency units as a decimal string, such as "0.25". */
  perUnitAmount?: InputMaybe<Scalars['Decimal']['input']>;
  /** Last total of the range. Null in the last range, which has no end. */
  toValue?: InputMaybe<Scalars['SafeInt']['input']>;
};

/** All given conditions must hold. */
export type WalletConsumptionListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of WalletConsumption. Items with the same value are sorted by id. */
export type WalletConsumptionOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: WalletConsumptionOrderField;
};

/** Fields that a list of WalletConsumption can be sorted by. */
export type WalletConsumptionOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** A type of fees that a wallet can be limited to. */
export type WalletFeeType =
  /** Matches nothing: no wallet pays one-off invoices. */
  | 'add_on'
  /** Usage-based charges. */
  | 'charge'
  /** Minimum commitments. */
  | 'commitment'
  /** Matches nothing: no wallet pays for credits. */
  | 'credit'
  /** Fixed charges. */
  | 'fixed_charge'
  /** Subscription fees. */
  | 'subscription';

/** Selects wallets. */
export type WalletFilterInput = {
  /** Conditions on `balanceCents`, such as `{gte: 1000}`. */
  balanceCents?: InputMaybe<AmountComparison>;
  /** Only wallets of these billing entities; a wallet without one has that of its customer. */
  billingEntityCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Currency of the amounts. */
  currency?: InputMaybe<CurrencyCode>;
  /** The id of the customer in the system of the organization. */
  externalCustomerId?: InputMaybe<Scalars['String']['input']>;
  /** Only wallets with this status. */
  status?: InputMaybe<WalletStatus>;
  /** True: only of customers on test clocks. False: only of live customers. Both if omitted. */
  test?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only of the customers of this test clock. */
  testClockId?: InputMaybe<Scalars['ID']['input']>;
};

/** The fees that a wallet pays: those of some types, and those of charges for some metrics. Empty lists: all fees. */
export type WalletLimitsInput = {
  /** Codes of billable metrics. If omitted in an update, the limit is removed. */
  billableMetricCodes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Types of fees. If omitted in an update, they stay. */
  feeTypes?: InputMaybe<Array<WalletFeeType>>;
};

/** The sort order of a list of Wallet. Items with the same value are sorted by id. */
export type WalletOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: WalletOrderField;
};

/** Fields that a list of Wallet can be sorted by. */
export type WalletOrderField =
  /** Sorts by `balance_cents`. */
  | 'balance_cents'
  /** Sorts by `created_at`. */
  | 'created_at';

/** A rule that tops a wallet up automatically. Omitted fields of a rule with an id keep their value. */
export type WalletRecurringRuleInput = {
  /** When it is terminated; in the future. */
  expirationAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Credits to give for free. */
  grantedCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** True: the credits that the balance lacks to the target are granted for free. Only for `target`. */
  grantsTargetTopUp?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the rule to change. If omitted, a new rule is created. */
  id?: InputMaybe<Scalars['ID']['input']>;
  /** True: purchases may be below the lowest or above the highest paid top-up of the wallet. */
  ignorePaidTopUpLimits?: InputMaybe<Scalars['Boolean']['input']>;
  /** How often the rule tops the wallet up. Required for `interval`. */
  interval?: InputMaybe<RecurringRuleInterval>;
  /** The custom sections of the invoices of its purchases. Default: those of the wallet. */
  invoiceCustomSection?: InputMaybe<InvoiceCustomSectionInput>;
  /** True: the invoice of a purchase is issued only when it has been paid. Null: the wallet's setting. */
  invoiceRequiresSuccessfulPayment?: InputMaybe<Scalars['Boolean']['input']>;
  /** By how much the rule tops the wallet up. Default `fixed`. */
  method?: InputMaybe<RecurringRuleMethod>;
  /** Credits to buy. A fixed rule of a new wallet without credits of its own has those of the wallet. */
  paidCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** How the invoices of its purchases are paid. */
  paymentMethod?: InputMaybe<PaymentMethodReferenceInput>;
  /** Printed on the invoices of its purchases. */
  purchaseOrderNumber?: InputMaybe<Scalars['String']['input']>;
  /** Start of the first interval; by default the creation of the wallet. */
  startedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Credits that the ongoing balance is to have after a top-up. Required for `target`. */
  targetOngoingBalance?: InputMaybe<Scalars['Decimal']['input']>;
  /** The rule tops the wallet up when the ongoing balance, in credits, is at most this. Required for `threshold`. */
  thresholdCredits?: InputMaybe<Scalars['Decimal']['input']>;
  /** Metadata of its transactions: at most 5 entries. */
  transactionMetadata?: InputMaybe<Array<WalletTransactionMetadataInput>>;
  /** Name of its transactions. */
  transactionName?: InputMaybe<Scalars['String']['input']>;
  /** When the rule tops the wallet up. */
  trigger: RecurringRuleTrigger;
};

/** Whether a wallet can be used. */
export type WalletStatus =
  /** It pays invoices and can be topped up. */
  | 'active'
  /** It can no longer pay invoices. Its remaining balance does not change. */
  | 'terminated';

/** Selects transactions of a wallet. */
export type WalletTransactionFilterInput = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
  /** Metadata values by key: all must match. An empty value is ignored. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** Only transactions with this status. */
  status?: InputMaybe<WalletTransactionStatus>;
  /** Only transactions of this kind. */
  transactionStatus?: InputMaybe<WalletTransactionTransactionStatus>;
  /** Only transactions of this direction. */
  transactionType?: InputMaybe<WalletTransactionType>;
};

/** A key-value pair of a transaction. */
export type WalletTransactionMetadataInput = {
  /** At most 20 characters. */
  key: Scalars['String']['input'];
  /** At most 100 characters. */
  value: Scalars['String']['input'];
};

/** The sort order of a list of WalletTransaction. Items with the same value are sorted by id. */
export type WalletTransactionOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: WalletTransactionOrderField;
};

/** Fields that a list of WalletTransaction can be sorted by. */
export type WalletTransactionOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Why a transaction was made. */
export type WalletTransactionSource =
  /** By a recurring rule, at its interval. */
  | 'interval'
  /** By a request, or by an invoice. */
  | 'manual'
  /** By a recurring rule, at its threshold. */
  | 'threshold';

/** Whether a transaction counts in the balance. */
export type WalletTransactionStatus =
  /** A purchase whose payment failed; a later payment settles it. */
  | 'failed'
  /** A purchase that is not paid yet. */
  | 'pending'
  /** It counts in the balance. */
  | 'settled';

/** What a transaction is. */
export type WalletTransactionTransactionStatus =
  /** A free top-up. */
  | 'granted'
  /** The payment of an invoice. */
  | 'invoiced'
  /** A paid top-up. */
  | 'purchased'
  /** Credits that were voided. */
  | 'voided';

/** The direction of a transaction. */
export type WalletTransactionType =
  /** It raises the balance. */
  | 'inbound'
  /** It lowers the balance. */
  | 'outbound';

/** All given conditions must hold. */
export type WebhookEndpointListFilter = {
  /** Conditions on `createdAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  createdAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of WebhookEndpoint. Items with the same value are sorted by id. */
export type WebhookEndpointOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: WebhookEndpointOrderField;
};

/** Fields that a list of WebhookEndpoint can be sorted by. */
export type WebhookEndpointOrderField =
  /** Sorts by `created_at`. */
  | 'created_at';

/** Filters webhook messages. All conditions must hold. Of a list, one value must match. */
export type WebhookFilter = {
  /** Kinds of messages, such as `invoice.created`. */
  eventTypes?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Earliest creation. Inclusive. */
  fromDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Status of the last answer: one (`404`), a class (`5xx`), a range (`200-204`), or `timeout` for no answer. */
  httpStatuses?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only items that have one of these values. */
  statuses?: InputMaybe<Array<WebhookStatus>>;
  /** Latest creation. Inclusive. */
  toDate?: InputMaybe<Scalars['DateOrDateTime']['input']>;
  /** Conditions on `updatedAt`, such as `{gte: "2027-01-01T00:00:00Z"}`. */
  updatedAt?: InputMaybe<DateTimeComparison>;
};

/** The sort order of a list of Webhook. Items with the same value are sorted by id. */
export type WebhookOrder = {
  /** Whether the smallest or the largest value comes first. */
  direction?: OrderDirection;
  /** The field that the list is sorted by. */
  field: WebhookOrderField;
};

/** Fields that a list of Webhook can be sorted by. */
export type WebhookOrderField =
  /** Sorts by `updated_at`. */
  | 'updated_at';

/** How the header `X-Svc-Signature` of webhook messages is computed. */
export type WebhookSignatureAlgorithm =
  /** HMAC-SHA256 of the message with the organization's HMAC key, in base64. */
  | 'hmac'
  /** A JWT that contains the message, signed with the RSA key of the server (RS256). */
  | 'jwt';

/** State of the delivery of a webhook message. */
export type WebhookStatus =
  /** All attempts have failed. `retryWebhook` sends it again. */
  | 'failed'
  /** No attempt has ended yet. */
  | 'pending'
  /** An attempt has failed, or somebody sends the message again; another attempt follows. */
  | 'retrying'
  /** The endpoint answered with a status from 200 to 299. */
  | 'succeeded';

/** The unit of time of a weighted sum. */
export type WeightedInterval =
  /** Seconds. */
  | 'seconds';

/** Whether invoices with a total of zero are issued. */
export type ZeroAmountInvoiceRule =
  /** Such invoices are issued. */
  | 'finalize'
  /** The setting of the billing entity applies. */
  | 'inherit'
  /** Such invoices are not issued. */
  | 'skip';
