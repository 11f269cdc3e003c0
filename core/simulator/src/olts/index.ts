import type { OltProduct, OltProducts } from '../console/olt-session.ts'
import { type LivingOltOptions, createLivingOlt } from '../olt/create.ts'
import type { SimulatedOlt } from '../olt/olt.ts'
import * as vendors from './vendors.ts'

export type OltVendorName = keyof typeof vendors
/** Models by vendor and name. */
export const oltModels: Readonly<Record<string, OltProducts>> = vendors

/** A model by its name. Throws if the vendor has no such model. */
function oltModel(vendor: string, name: string): OltProduct {
  const model = oltModels[vendor]?.[name]
  if (model) return model
  const known = Object.entries(oltModels).map(([id, models]) => `${id}: ${Object.keys(models).join(', ')}`)
  throw new TypeError(`${vendor} has no OLT "${name}". There are ${known.join('; ')}`)
}

export interface OltOptions extends LivingOltOptions {
  vendor: OltVendorName
}

/** A living OLT: cards, ports, and ONUs that come and go, are registered, deleted and changed. */
export const createOlt = (options: OltOptions): SimulatedOlt =>
  createLivingOlt(oltModel(options.vendor, options.model), options)
