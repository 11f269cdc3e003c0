export const deviceTypes = ['SWITCH', 'ROUTER', 'L3', 'ROUTEROS', 'OLT', 'ONU', 'SENSORS', 'ICMP'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What a driver's functions know of the model that they talk to. */
export interface ModelFacts {
  /**
   * Stable key in lower case with underscores, e.g. `zte_c320`; unique over all drivers; the inventory stores
   * it.
   */
  key: string
  name: string
  type: DeviceType
  /** Physical ports, where the model fixes them. */
  ports?: number
  /**
   * Facts of this model for the family's functions (port tables, offsets). Read with the family's own type.
   */
  params?: Readonly<Record<string, unknown>>
}
