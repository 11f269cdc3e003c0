/** Types of models. `L3`: a switch that routes. `ICMP`: for models that a user adds; no driver has one. */
export const deviceTypes = [
  'SWITCH',
  'ROUTER',
  'L3',
  'ROUTEROS',
  'OLT',
  'ONU',
  'SENSORS',
  'ICMP',
  'FIREWALL',
  'CONTROLLER',
  'ACCESS_POINT',
  'RADIO',
  'SERVER',
] as const
/** One of `deviceTypes`: the type of a model of a driver, or of a model that a user has added. */
export type DeviceType = (typeof deviceTypes)[number]

/** What identifies a model in lists and for users. */
export interface ModelIdentity {
  /**
   * Stable key in lower case with underscores, e.g. `zte_c320`; unique over all drivers; the inventory stores
   * it.
   */
  key: string
  name: string
  type: DeviceType
  /** Number of physical ports, if the model always has the same number. */
  ports?: number
}

/** The facts of a model that functions of its family get. `params` has the family's own type. */
export interface ModelFacts<Params = unknown> extends ModelIdentity {
  params: Params
}
