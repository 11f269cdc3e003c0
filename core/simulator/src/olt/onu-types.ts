/** A type of ONU. */
export interface OnuType {
  /** The equipment identifier, which the ONU tells. */
  name: string
  /** The four letters with which its serial numbers begin. */
  vendor: string
  /** Number of Ethernet ports. */
  ethernet: number
  hardware: string
  /** The active software, and that of the other image. */
  software: readonly [string, string]
}

/** Types that are drawn for simulated ONUs. */
export const commonTypes: readonly OnuType[] = [
  { name: 'F601', vendor: 'ZTEG', ethernet: 1, hardware: 'V6.0', software: ['V6.0.10P6T3', 'V6.0.1P1T12'] },
  { name: 'F660', vendor: 'ZTEG', ethernet: 4, hardware: 'V5.2', software: ['V5.2.10P4T26', 'V5.2.0P1T7'] },
  { name: 'F670L', vendor: 'ZTEG', ethernet: 4, hardware: 'V9.0', software: ['V9.0.11P1N20', 'V9.0.10P2N1'] },
  {
    name: 'HG8310M',
    vendor: 'HWTC',
    ethernet: 1,
    hardware: '1A67.A',
    software: ['V3R017C10S125', 'V3R015C10S106'],
  },
]

/** The type with this name; for any other name, one with a single port. */
export const typeNamed = (name: string, types: readonly OnuType[] = commonTypes): OnuType =>
  types.find(type => type.name === name) ??
  commonTypes.find(type => type.name === name) ?? {
    name,
    vendor: 'ABCD',
    ethernet: 1,
    hardware: 'V1.0',
    software: ['V1.0.1', 'V1.0.0'],
  }
