import type { Onu } from '../../olt/onu-state.ts'

/** ifIndex of a GPON port: kind 125 in seven bits, frame 0, slot, port from 0. */
export const gponIndex = (slot: number, port: number): number => 0xfa000000 + slot * 0x2000 + port * 0x100
/** ifIndex of an EPON port: kind 126. */
export const eponIndex = (slot: number, port: number): number => 0xfc000000 + slot * 0x2000 + port * 0x100
/** ifIndex of an Ethernet port: kind 7. */
export const ethernetIndex = (slot: number, port: number): number => 0x0e000000 + slot * 0x2000 + port * 0x40

/** Row index of an ONU. */
export const onuIndex = ({ port, id }: Onu): string => `${port.ifIndex}.${id}`
