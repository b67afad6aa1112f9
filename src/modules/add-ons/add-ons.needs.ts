import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { AddOnChange } from './add-on.changes.js';

/** What the services of `add-ons` can need: the platform, and the services of lower capabilities. */
export type AddOnsNeeds = PlatformServices<AddOnChange> & TaxesServices;
