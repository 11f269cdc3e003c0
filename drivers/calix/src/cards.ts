import {
  enumeration,
  implement,
  integer,
  readTable,
  table,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import { cardList, cardStatus } from '@linecard/driver-kit/modules'

/** E7CardType of E7-TC. */
const e7Types = {
  0: 'none',
  1: 'unknown',
  1012: 'agg',
  1013: 'backplaneE5400',
  1014: 'backplaneE7x2SlotChassis1RU',
  1015: 'fantrayE5400',
  1016: 'fantrayE7x2SlotChassis1RU',
  1017: 'gpon4',
  1018: 'activeEthernet',
  1019: 'backplaneE5312',
  1020: 'tenge4',
  1021: 'backplaneE7x20SlotChassis',
  1022: 'fantrayE7x20SlotChassis',
  1023: 'ge12',
  1026: 'scp',
  1027: 'ge24',
  1029: 'gpon4x',
  1030: 'ge24x',
  1031: 'vdsl48c',
  1032: 'vdsl48',
  1036: 'gpon4r2',
  1037: 'gpon8',
  1038: 'gpon8x',
  1040: 'e348c',
  1041: 'backplaneE348C',
  1045: 'fantrayE7x2SlotChassis1RU2',
  1046: 'vdsl48c',
  2000: 'fantrayE5Fta2',
  2001: 'e548c',
  2003: 'e548',
  2005: 'backplaneE5',
} as const
/** axosCardActualType. */
const axosTypes = {
  0: 'unknown',
  1: 'clx3001',
  2: 'ng1601',
  3: 'gp1601',
  4: 'gp1611',
  5: 'vdsl2r2',
  6: 'ngpon2x4',
  7: 'gpon8r2',
  8: 'ge12',
  9: 'ge24r2',
  10: 'epon',
  11: 'gpon',
  12: 'epon_macsec',
  13: 'e32ngpon',
  14: 'asm3001',
  15: 'gp1612',
  16: 'xg801',
  17: 'ce201',
} as const

/** `alarmsuppress` is in service without alarms. */
const adminWords = { 0: 'unknown', 1: 'Enabled', 2: 'Enabled', 3: 'Disabled' } as const
type Words = Readonly<Record<number, string>>
const columns = (entry: string, first: number, types: Words) =>
  table({
    admin: enumeration(`${entry}.${first}`, adminWords),
    code: integer(`${entry}.${first}`),
    configured: enumeration(`${entry}.${first + 1}`, types, { unknown: 'unknown' }),
    real: enumeration(`${entry}.${first + 2}`, types, { unknown: 'unknown' }),
    software: text(`${entry}.${first + 3}`),
    serial: text(`${entry}.${first + 4}`),
  })
const known = (type: string | null) => (type === 'unknown' || type === 'none' ? null : type)
const technologyOf = (type: string | null) =>
  type === null
    ? null
    : /^(?:xg|ng|gp1612)/.test(type)
      ? ('xgspon' as const)
      : /^(?:gp|e32)/.test(type)
        ? ('gpon' as const)
        : type.startsWith('epon')
          ? ('epon' as const)
          : null

const at = (index: string) => {
  const [shelf = 0, slot = 0] = index.split('.').map(Number)
  return { id: shelf * 100 + slot, rack: null, shelf, slot }
}

/** card_list and card_status from a table with the index shelf, slot. `first`: column of the admin state. */
const cardModules = (entry: string, first: number, types: Words): Implementation[] => {
  const cards = columns(entry, first, types)
  return [
    implement(cardList, async session =>
      [...(await readTable(session, cards))].map(([index, row]) => ({
        ...at(index),
        cfg_type: known(row.configured),
        real_type: known(row.real),
        technology: technologyOf(known(row.real) ?? known(row.configured)),
        num_ports: null,
        soft_ver: row.software,
        serial_num: row.serial,
      })),
    ),
    implement(cardStatus, async session =>
      [...(await readTable(session, cards))].map(([index, row]) => ({
        ...at(index),
        oper_status: null,
        _oper_status: null,
        admin_status: row.admin === 'unknown' ? null : row.admin,
        _admin_status: row.code,
        cpu_load: null,
        memory_usage: null,
        temperature: null,
      })),
    ),
  ]
}

/** axosCardTable (Axos-Card-MIB). */
export const axosCards = (node: string) => cardModules(`${node}.2.4.1.1`, 3, axosTypes)
/** e7CardTable (E7-Calix-MIB). */
export const e7Cards = (node: string) => cardModules(`${node}.2.1.6.1.1`, 4, e7Types)
