import { enumeration, map, type Column } from '@linecard/driver-kit'
import type { Medium, PortTable } from '../params.ts'
import { radlan } from '../nodes.ts'

const linkWords = { 1: 'Other', 2: 'Up', 3: 'Down' } as const
const stateWords = { 1: 'Other', 2: 'Disabled', 3: 'Enabled' } as const

/** Speed codes of the 30xx, 1228 and 3200/A1 series. */
const oldSpeeds = {
  2: '10-Half',
  3: '10-Full',
  4: '100-Half',
  5: '100-Full',
  6: '1G-Half',
  7: '1G-Full',
} as const
const oldLink = { 0: 'Other', 1: 'Down', ...oldSpeeds } as const
const oldSet = { 0: 'Other', 1: 'Auto', ...oldSpeeds } as const

/** Speed codes of all series with the L2MGMT-MIB. An empty slot has no link. */
const newSpeeds = {
  3: '10-Half',
  4: '10-Full',
  5: '100-Half',
  6: '100-Full',
  7: '1G-Half',
  8: '1G-Full',
} as const
const newLink = { 0: 'Other', 1: 'Down', 2: 'Down', ...newSpeeds, 9: '10G-Full', 10: '1G-Full' } as const
const newSet = {
  0: 'Other',
  1: 'Other',
  2: 'Auto',
  ...newSpeeds,
  9: '1G-Full',
  10: '1G-Full',
  11: '10G-Full',
} as const

/**
 * Each speed has two codes, with and without flow control. 17 is an empty slot. 18 is a port that a
 * protection function has switched off.
 */
const flowLink = {
  0: 'Down',
  1: '10-Full',
  2: '10-Full',
  3: '10-Half',
  4: '10-Half',
  5: '100-Full',
  6: '100-Full',
  7: '100-Half',
  8: '100-Half',
  9: '1G-Full',
  10: '1G-Full',
  11: '1G-Half',
  12: '1G-Half',
  13: '10G-Full',
  14: '10G-Full',
  15: '10G-Half',
  16: '10G-Half',
  17: 'Down',
  18: 'Down',
} as const

/** Speed codes of the web-managed series start with the fastest speed. */
const singleLink = {
  1: 'Down',
  2: '1G-Full',
  3: '100-Full',
  4: '100-Half',
  5: '10-Full',
  6: '10-Half',
  7: '10G-Full',
} as const
const singleSet = {
  1: '1G-Full',
  2: '100-Full',
  3: '100-Half',
  4: '10-Full',
  5: '10-Half',
  6: 'Auto',
  7: 'Other',
} as const

/** A code that means "other" gives null and reports no unknown value. */
const words = <const W extends Readonly<Record<number, string>>>(
  oid: string,
  known: W,
): Column<Exclude<W[keyof W], 'Other'>> =>
  map(enumeration(oid, known), word => (word === 'Other' ? null : (word as Exclude<W[keyof W], 'Other'>)))

/** Medium numbers of all series. The series do not contradict each other. */
export const media: Readonly<Record<number, Medium>> = {
  1: 'Copper',
  2: 'Fiber',
  100: 'Copper',
  101: 'Fiber',
}

/** DES-30xx, DES-1228/ME, DES-3200/A1. */
export const oldStyle = (node: string): PortTable => ({
  columns: {
    link: words(`${node}.2.2.1.1.4`, linkWords),
    nway: words(`${node}.2.2.1.1.5`, oldLink),
    admin: words(`${node}.2.2.2.1.3`, stateWords),
    speed: words(`${node}.2.2.2.1.4`, oldSet),
    learning: words(`${node}.2.2.2.1.7`, stateWords),
  },
})

/** DES-3026 has no medium in the index, and no medium column in the second table. */
export const noMedium = (node: string): PortTable => ({
  byPort: true,
  columns: {
    link: words(`${node}.2.2.1.1.4`, linkWords),
    nway: words(`${node}.2.2.1.1.5`, oldLink),
    admin: words(`${node}.2.2.2.1.2`, stateWords),
    speed: words(`${node}.2.2.2.1.3`, oldSet),
  },
})

/** swL2PortInfoTable and swL2PortCtrlTable of the L2MGMT-MIBs. */
const l2 = (info: string, control: string, link: Readonly<Record<number, string>>): PortTable => ({
  columns: {
    link: words(`${info}.1.5`, linkWords),
    nway: words(`${info}.1.6`, link),
    admin: words(`${control}.1.4`, stateWords),
    speed: words(`${control}.1.5`, newSet),
    learning: words(`${control}.1.7`, stateWords),
  },
})

/** DES-3200/C1, DES-3528, DGS-3000, DGS-1510/ME. */
export const newStyle = (node: string): PortTable => l2(`${node}.2.3.1`, `${node}.2.3.2`, newLink)

/** DES-3526: the same tables at other nodes, and without MAC learning. */
export const des3500 = (node: string): PortTable => {
  const {
    columns: { learning: _, ...columns },
  } = l2(`${node}.2.4.4`, `${node}.2.4.5`, newLink)
  return { columns }
}

/** DGS-3120, 3420, 3612G, 3620. */
export const flowStyle = (node: string): PortTable => l2(`${node}.2.3.1`, `${node}.2.3.2`, flowLink)

/** The web-managed series have only sysPortCtrlTable. Down is one of its speed codes. */
export const single = (node: string): PortTable => ({
  columns: {
    nway: words(`${node}.1.4`, singleLink),
    speed: words(`${node}.1.3`, singleSet),
    admin: words(`${node}.1.11`, { 1: 'Enabled', 2: 'Disabled' }),
  },
})

/** DGS-3100: swIfTable of RADLAN-MIB, by ifIndex. It gives the active medium of a combo port. */
export const radlanStyle = (): PortTable => {
  const entry = `${radlan}.43.1.1`
  return {
    byPort: true,
    columns: {
      duplex: words(`${entry}.4`, { 1: 'Half', 2: 'Full', 3: 'Other', 4: 'Other' }),
      medium: words(`${entry}.7`, { 1: 'Copper', 2: 'Fiber', 3: 'Copper', 4: 'Fiber' }),
    },
  }
}
