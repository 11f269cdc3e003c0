import { implement, integer, readTable, table, type Implementation, type Session } from '@linecard/driver-kit'
import { readEntities, temperaturesOf, type Temperature } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import type { Software } from './software.ts'

/** 0 is no value: the board is not there. */
const none = { none: [0] }

/** Boards of a modular chassis, in the order of their columns from 8 on. */
const boards = 'CPMA CFMA CPMB CFMB CFMC CFMD FTA FTB NI1 NI2 NI3 NI4 NI5 NI6 NI7 NI8'.split(' ')

/** Rows by entPhysicalIndex, with the names of ENTITY-MIB. */
async function named(session: Session, rows: ReadonlyMap<string, { value: number | null }>) {
  const known = [...rows].filter(([, { value }]) => value !== null)
  const parts = known.length > 0 ? (await readEntities(session)).all : null
  return known.map(([index, { value }]): Temperature => {
    const part = parts?.get(Number(index))
    return { name: part?.name ?? part?.descr ?? `Part ${index}`, value }
  })
}

/** chasChassisTable of AOS 7: one column for each board. Index: entPhysicalIndex of the chassis. */
async function readBoards(session: Session, { node }: Software): Promise<Temperature[]> {
  const columns = table(
    Object.fromEntries(boards.map((name, at) => [name, integer(`${node}.1.1.3.1.1.3.1.${at + 8}`, none)])),
  )
  const rows = [...(await readTable(session, columns))]
  return rows.flatMap(([, row], at) =>
    boards.flatMap(name => {
      const value = row[name] ?? null
      return value === null ? [] : [{ name: rows.length > 1 ? `Chassis ${at + 1} ${name}` : name, value }]
    }),
  )
}

/**
 * `sys_temp` from ALCATEL-IND1-CHASSIS-MIB, in °C. AOS 8: chasEntTemperatureTable. AOS 7: one column for each
 * board. AOS 6: chasHardwareBoardTemp, one for each chassis of a stack.
 */
export const aosTemperatures = (software: Software): Implementation =>
  implement(sysTemp, async session => {
    const { node, boardColumns } = software
    const parts = await readTable(session, table({ value: integer(`${node}.1.1.1.1.1.2.1.1`, none) }))
    if (parts.size > 0) return temperaturesOf(await named(session, parts))
    if (boardColumns) return temperaturesOf(await readBoards(session, software))
    const chassis = await readTable(session, table({ value: integer(`${node}.1.1.3.1.1.3.1.4`, none) }))
    return temperaturesOf(await named(session, chassis))
  })
