import type { Onu } from './onus.ts'
import type { Port } from './port.ts'

/** ifIndex of a physical port: type 1, kind 1, shelf, slot and port in one octet each. */
export const physicalIndex = (slot: number, port: number): number => 0x11010000 + slot * 0x100 + port
/** Slot and port number of a port. */
export const place = (port: Port) => ({ slot: (port.ifIndex >> 8) & 0xff, number: port.ifIndex & 0xff })
/** Index of a GPON port in the .1012 tables: type 1, shelf - 1, slot, port, 0. */
export const gponIndex = (slot: number, port: number): number => 0x10000000 + slot * 0x10000 + port * 0x100
/** Index of an ONU in the .1015 counters: two layouts, for boards of up to 8 ports and for larger ones. */
export const xponIndex = (slot: number, port: number, onu: number, boardPorts: number): number =>
  boardPorts <= 8
    ? 0x30000000 + slot * 0x80000 + (port - 1) * 0x10000 + onu * 0x100
    : 0x90000000 + slot * 0x100000 + (port - 1) * 0x10000 + onu * 0x100

/** Row index of an ONU behind a GPON index. */
export const byGponIndex = ({ port, id }: Onu) => `${gponIndex(place(port).slot, place(port).number)}.${id}`
/** Row index of an ONU behind an ifIndex. */
export const byIfIndex = ({ port, id }: Onu) => `${port.ifIndex}.${id}`
