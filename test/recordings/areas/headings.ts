/** The compared areas, in the order of the tables, with their headings. */
export const headings = {
  interface: 'Interfaces',
  name: 'Names',
  oper: 'Link states',
  admin: 'Admin states',
  description: 'Descriptions',
  vlan: 'VLANs',
  member: 'Memberships',
  fdb: 'FDB',
  arp: 'ARP',
  address: 'Addresses',
  lldp: 'Neighbours',
  cpu: 'Processors',
  memory: 'Memory',
  temperature: 'Temperatures',
  power: 'Optical power',
  transceiver: 'Transceivers',
  voltage: 'Voltages',
  bias: 'Laser currents',
  fan: 'Fan speeds',
  interfaces: 'ifTable names',
  types: 'ifTable types',
  states: 'ifTable states',
  speeds: 'ifTable speeds',
  counters: 'ifTable counters',
  stations: 'dot1qTpFdb',
  bridged: 'dot1dTpFdb',
  names: 'dot1qVlan names',
  ports: 'dot1qVlan ports',
  own: 'ipAddress',
  hosts: 'ipNetToMedia',
  remotes: 'lldpRem',
  loads: 'hrProcessor',
  stores: 'hrStorage',
  sensors: 'entPhySensor',
  feeds: 'pethPsePort',
} as const
export type Area = keyof typeof headings
export const areas = Object.keys(headings) as Area[]
/**
 * Areas that are compared with the standard tables of the recordings, not with the results of the other
 * system.
 */
export const wholeAreas: readonly Area[] = areas.slice(areas.indexOf('interfaces'))
/** Sensors of the other system that our modules have a place for. */
export const sensorAreas: readonly Area[] = areas.slice(areas.indexOf('cpu'), areas.indexOf('interfaces'))
export const peerAreas: readonly Area[] = areas.filter(area => !wholeAreas.includes(area))
