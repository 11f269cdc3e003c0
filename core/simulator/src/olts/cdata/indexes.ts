import type { Onu } from '../../olt/onu-state.ts'

/** ifIndex of firmware 3: a kind in the upper bits, and the number of the port. */
export const portIndex = (kind: 'ge' | 'xge' | 'gpon', port: number): number =>
  ({ ge: 0x80000, xge: 0xc0000, gpon: 0x140000 })[kind] + port
/** Index of an ONU of firmware 3. */
export const onuV3 = ({ port: { number }, id }: Onu): number => 0x480000 + (number - 1) * 0x1000 + id
/** Index of an EPON ONU: the ifIndex of its port, which is its number among all ports, and its own number. */
export const onuPacked = ({ port: { ifIndex }, id }: Onu): number => 0x01000000 + ifIndex * 0x100 + id
