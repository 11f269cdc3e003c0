import type { OnuType } from '../../olt/onu-types.ts'

/** ONUs that are drawn for C-Data OLTs. */
export const cdataTypes: readonly OnuType[] = [
  { name: 'FD511G-X', vendor: 'CDTC', ethernet: 1, hardware: 'V3.0', software: ['V2.8.0', 'V2.7.4'] },
  { name: 'FD514GD', vendor: 'CDTC', ethernet: 4, hardware: 'V2.1', software: ['V3.1.2', 'V3.0.0'] },
  {
    name: 'HG8310M',
    vendor: 'HWTC',
    ethernet: 1,
    hardware: '1A67.A',
    software: ['V3R017C10S125', 'V3R015C10'],
  },
]
