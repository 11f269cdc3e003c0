import { enumeration, implement, integer, readTable, table, text } from '@linecard/driver-kit'
import { cardList, cardStatus } from '@linecard/driver-kit/modules'
import { slot } from './nodes.ts'

/** raisecomSlotActCardState. */
const states = {
  1: 'lost',
  2: 'offline',
  3: 'nonprovision',
  4: 'typemismatched',
  5: 'generalfault',
  6: 'versionmismatched',
  7: 'configloading',
  8: 'configfailed',
  9: 'inservice',
  10: 'standby',
  11: 'type-identifying',
  12: 'initialized',
  13: 'poweroffed',
} as const
const cards = table({
  descr: text(`${slot}.6`),
  /** An empty text is one too. */
  hasDescr: { oid: `${slot}.6`, decode: () => true },
  type: integer(`${slot}.5`),
  serial: text(`${slot}.7`),
  state: enumeration(`${slot}.11`, states),
  stateCode: integer(`${slot}.11`),
  software: text(`${slot}.14`),
})
/** A slot without a card has no type. */
const isThere = ({ type }: { type: number | null }) => type !== null && type > 0

/** card_list and card_status: raisecomSlotTable. */
export const cardModules = [
  implement(cardList, async session =>
    [...(await readTable(session, cards))]
      .filter(([, row]) => isThere(row))
      .map(([index, { descr, hasDescr, type, serial, software }]) => ({
        id: Number(index),
        rack: null,
        shelf: null,
        slot: Number(index),
        cfg_type: null,
        real_type: descr ?? (hasDescr ? `type ${type}` : null),
        technology: null,
        num_ports: null,
        soft_ver: software,
        serial_num: serial,
      })),
  ),
  implement(cardStatus, async session =>
    [...(await readTable(session, cards))]
      .filter(([, row]) => isThere(row))
      .map(([index, { state, stateCode }]) => ({
        id: Number(index),
        rack: null,
        shelf: null,
        slot: Number(index),
        oper_status: state,
        _oper_status: stateCode,
        admin_status: null,
        _admin_status: null,
        cpu_load: null,
        memory_usage: null,
        temperature: null,
      })),
  ),
]
