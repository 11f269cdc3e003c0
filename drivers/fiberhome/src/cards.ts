import { enumeration, implement, integer, map, readTable, scaled, table, text } from '@linecard/driver-kit'
import { cardList, cardStatus } from '@linecard/driver-kit/modules'
import { card, control } from './nodes.ts'

/** cardType. Other numbers are shown as they are. */
const types: Readonly<Record<number, string>> = { 260: 'EC2', 724: 'EC2-X' }
const percent = (oid: string) => scaled(oid, { by: 0.01, min: 0, max: 100 })
const states = { 0: 'interrupted', 1: 'normal' } as const

const lines = table({
  type: map(integer(`${card}.2`), type => types[type] ?? `type ${type}`),
  software: text(`${card}.4`),
  state: enumeration(`${card}.5`, states),
  stateCode: integer(`${card}.5`),
  cpu: percent(`${card}.8`),
})
const controls = table({
  type: map(integer(`${control}.1`), type => `control ${type}`),
  software: text(`${control}.3`),
  // The state of a control card is not one of oltCardInfoTable: 1 is normal.
  state: map(integer(`${control}.4`), state => (state === 1 ? 'normal' : String(state))),
  stateCode: integer(`${control}.4`),
  cpu: percent(`${control}.5`),
  memory: percent(`${control}.6`),
})
const [lineNames, controlNames] = [
  table({ type: lines.type, software: lines.software }),
  table({ type: controls.type, software: controls.software }),
]
const slotOf = (index: string) => ({ id: Number(index), rack: null, shelf: null, slot: Number(index) })

/** Slots of boards with PON ports and of control cards. A slot that is in both tables is a control card. */
export const cardModules = [
  implement(cardList, async session => {
    const rows = new Map([
      ...(await readTable(session, lineNames)),
      ...(await readTable(session, controlNames)),
    ])
    return [...rows].map(([index, { type, software }]) => ({
      ...slotOf(index),
      cfg_type: null,
      real_type: type,
      technology: null,
      num_ports: null,
      soft_ver: software,
      serial_num: null,
    }))
  }),
  implement(cardStatus, async session => {
    const boards = await readTable(session, lines)
    const own = await readTable(session, controls)
    return [...new Set([...boards.keys(), ...own.keys()])].map(index => {
      const at = own.get(index) ?? boards.get(index)!
      return {
        ...slotOf(index),
        oper_status: at.state,
        _oper_status: at.stateCode,
        admin_status: null,
        _admin_status: null,
        cpu_load: at.cpu,
        memory_usage: own.get(index)?.memory ?? null,
        temperature: null,
      }
    })
  }),
]
