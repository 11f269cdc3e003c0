import { enumeration, map, table, text } from '@linecard/driver-kit'
import { uniModule, uniStatus, type Olt } from '@linecard/driver-kit/onus'
import { onOff } from '../columns.ts'
import { pairOnu, rowsOf, withTail, type OnuIndex } from '../indexes.ts'
import { cdata, nscrtv } from '../nodes.ts'

/** UNI tables of NSCRTV: rows `<ONU>.0.<port>`. */
export const uniEntry = { gpon: `${nscrtv}.2.8.5.1.1`, epon: `${nscrtv}.2.3.5.1.1` } as const
export const uniColumn = (technology: 'gpon' | 'epon', column: number) => `${uniEntry[technology]}.${column}`

const link = (oid: string) =>
  map(enumeration(oid, { 1: 'Up', 2: 'Down', [-1]: 'none' } as const), word =>
    word === 'none' ? null : word,
  )

/** Ethernet ports of ONUs. The agent tells neither speed nor duplex; the console does. */
export const unis = (olt: Olt, technology: 'gpon' | 'epon', index: OnuIndex) =>
  uniModule(olt, {
    columns: table({ admin: onOff(uniColumn(technology, 4)), link: link(uniColumn(technology, 5)) }),
    index: rowsOf(index, onu => withTail(onu, '0')),
    shape: (num, row) => ({
      num,
      status: uniStatus(row.admin, row.link),
      admin_state: row.admin,
      speed: null,
      duplex: null,
    }),
  })

const fd11 = (column: number) => `${cdata}.1.3.4.3.1.${column}.1`
export const fd11UniAdmin = fd11(11)

/** Ethernet ports of ONUs of FD11xx. */
export const fd11Unis = (olt: Olt) =>
  uniModule(olt, {
    columns: table({
      link: link(fd11(3)),
      speed: enumeration(fd11(5), { 1: '10', 2: '100', 3: '1000' }),
      duplex: enumeration(fd11(6), { 1: 'Full', 2: 'Half' }),
      admin: onOff(fd11UniAdmin),
      name: text(fd11(13)),
      type: enumeration(fd11(14), { 1: 'FE', 2: 'GE', 3: 'PON' }),
    }),
    index: [pairOnu],
    shape: (num, row) =>
      row.type === 'PON'
        ? null
        : {
            num,
            status: uniStatus(row.admin, row.link),
            admin_state: row.admin,
            speed: row.link === 'Up' ? row.speed : null,
            duplex: row.link === 'Up' ? row.duplex : null,
            type: row.type,
            name: row.name,
          },
  })
