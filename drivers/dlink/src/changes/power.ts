import { enumeration, integer, type Implementation } from '@linecard/driver-kit'
import { poeTable } from '@linecard/driver-kit/builders'
import { common } from '../nodes.ts'

const [control, info] = [common('24.3.1.1'), common('24.4.1.1')]

/** PoE-MIB of D-Link: swPoEPortCtrlTable and swPoEPortInfoTable, in mW. The LED of a port gives its state. */
export const power = (): Implementation[] =>
  poeTable({
    admin: { oid: `${control}.2`, codes: { enable: 2, disable: 3 } },
    priority: enumeration(`${control}.3`, { 1: 'Critical', 2: 'High', 3: 'Low' }),
    status: enumeration(`${info}.7`, { 1: 'Delivering', 2: 'Searching', 3: 'Fault' }),
    class: integer(`${info}.2`),
    power: integer(`${info}.3`),
  })
