import { enumeration, integer, map, text, type Implementation } from '@linecard/driver-kit'
import { poeTable } from '@linecard/driver-kit/builders'
import { huawei } from '../tables.ts'

const entry = `${huawei}.5.25.195.3.1`

/**
 * hwPoePortTable of HUAWEI-POE-MIB. The state of a port is a word. Only these two words are the same in all
 * firmware.
 */
export const power = (): readonly Implementation[] =>
  poeTable({
    admin: { oid: `${entry}.3`, codes: { enable: 1, disable: 2 } },
    priority: enumeration(`${entry}.4`, { 1: 'Critical', 2: 'High', 3: 'Low' }),
    status: map(text(`${entry}.6`), cell =>
      /^on$/i.test(cell) ? 'Delivering' : /^off$/i.test(cell) ? 'Searching' : null,
    ),
    class: integer(`${entry}.8`, { none: [-1] }),
    power: integer(`${entry}.10`, { none: [-1] }),
  })
