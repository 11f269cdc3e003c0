/** The model of a device, and why it is not another model. */
export interface Detection {
  /** Null if no driver knows the device. */
  modelKey: string | null
  objectId: string | null
  descr: string | null
  /** What decided: `object_id`, `descr`, `probe`, or `generic` for the fallback. */
  tier: 'object_id' | 'descr' | 'probe' | 'generic' | null
  rejected: { modelKey: string; reason: string }[]
}

/** How a device identifies itself: sysObjectID.0 and sysDescr.0. */
export interface DeviceIdentity {
  objectId: string | null
  descr: string | null
}

/**
 * Reads one more value from the device, as text; null if the device does not have it. `below`: the first
 * value below the OID.
 */
export type Probe = (oid: string, below: boolean) => Promise<string | null>
