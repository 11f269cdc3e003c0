import type { PonPort } from '../../olt/onu-state.ts'
import type { Onu } from '../../olt/onu-state.ts'

/** ifIndex of a physical port: type 1, kind 1, shelf, slot and port in one octet each. */
export const physicalIndex = (slot: number, port: number): number => 0x11010000 + slot * 0x100 + port
/** Index of a GPON port in the .1012 tables: type 1, shelf - 1, slot, port, 0. */
export const gponIndex = ({ slot, number }: Pick<PonPort, 'slot' | 'number'>): number =>
  0x10000000 + slot * 0x10000 + number * 0x100
/** Index of an ONU in the .1015 counters: two layouts, for boards of up to 8 ports and for larger ones. */
export const xponIndex = ({ port: { slot, number, card }, id }: Onu): number =>
  card.ports <= 8
    ? 0x30000000 + slot * 0x80000 + (number - 1) * 0x10000 + id * 0x100
    : 0x90000000 + slot * 0x100000 + (number - 1) * 0x10000 + id * 0x100

/** Row index of an ONU behind a GPON index. */
export const byGponIndex = ({ port, id }: Onu): string => `${gponIndex(port)}.${id}`
/** Row index of an ONU behind an ifIndex. */
export const byIfIndex = ({ port, id }: Onu): string => `${port.ifIndex}.${id}`
