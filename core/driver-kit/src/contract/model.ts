export const deviceTypes = ['SWITCH', 'ROUTER', 'L3', 'ROUTEROS', 'OLT', 'ONU', 'SENSORS', 'ICMP'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What tells one model from another in lists and for people. */
export interface ModelIdentity {
  /**
   * Stable key in lower case with underscores, e.g. `zte_c320`; unique over all drivers; the inventory stores
   * it.
   */
  key: string
  name: string
  type: DeviceType
  /** Physical ports, where the model fixes them. */
  ports?: number
}

/** What the functions of a family know of the model that they ask; `params` has the family's own type. */
export interface ModelFacts<Params = unknown> extends ModelIdentity {
  params: Params
}
