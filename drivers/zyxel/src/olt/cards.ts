import {
  enumeration,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
  type RowOf,
} from '@linecard/driver-kit'
import { cardList, cardStatus } from '@linecard/driver-kit/modules'
import { slot } from './nodes.ts'

const states = { 0: 'empty', 1: 'inactive', 2: 'init', 3: 'active', 4: 'standby', 5: 'disable' } as const
const cards = table({
  descr: text(`${slot}.4`),
  state: enumeration(`${slot}.5`, states),
  stateCode: integer(`${slot}.5`),
  serial: text(`${slot}.8`),
  admin: enumeration(`${slot}.11`, { 1: 'Enabled', 2: 'Disabled' }),
  adminCode: integer(`${slot}.11`),
  software: text(`${slot}.17`),
})
/** OLC boards have PON ports: `OLC3416-42A` has 16. */
const ponPorts = (type: string | null): number | null => {
  const found = /^OLC\d\d(\d\d)/.exec(type ?? '')
  return found ? Number(found[1]) : null
}

/** Where the state of a slot did not arrive, only a slot with a board has a text about it. */
const isThere = ({ state, descr, serial }: RowOf<typeof cards>): boolean =>
  state === null ? Boolean(descr || serial) : state !== 'empty'

/** card_list and card_status: slotModuleTable without its empty slots. */
export const cardModules: readonly Implementation[] = [
  implement(cardList, async session =>
    [...(await readTable(session, cards))]
      .filter(([, row]) => isThere(row))
      .map(([index, { descr, software, serial }]) => ({
        id: Number(index),
        rack: null,
        shelf: null,
        slot: Number(index),
        cfg_type: null,
        real_type: descr,
        technology: ponPorts(descr) === null ? null : ('gpon' as const),
        num_ports: ponPorts(descr),
        soft_ver: software,
        serial_num: serial,
      })),
  ),
  implement(cardStatus, async session =>
    [...(await readTable(session, cards))]
      .filter(([, row]) => isThere(row))
      .map(([index, { state, stateCode, admin, adminCode }]) => ({
        id: Number(index),
        rack: null,
        shelf: null,
        slot: Number(index),
        oper_status: state,
        _oper_status: stateCode,
        admin_status: admin,
        _admin_status: adminCode,
        cpu_load: null,
        memory_usage: null,
        temperature: null,
      })),
  ),
]
