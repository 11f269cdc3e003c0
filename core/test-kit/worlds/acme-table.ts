import { implement, integer, readTable, table, text } from '@linecard/driver-kit'
import { interfacesList, refOf, type Interface } from '@linecard/driver-kit/modules'

/**
 * OID of a row of the table of Acme, a vendor that does not exist. The indexes of the table change at every
 * reboot; column 2 is stable.
 */
export const base = '1.3.6.1.4.1.99999.7.1'
export const ports = table({
  key: integer(`${base}.2`),
  name: text(`${base}.3`),
  parent: integer(`${base}.4`),
})
export const states = table({
  key: integer(`${base}.2`),
  state: integer(`${base}.5`),
  alias: text(`${base}.6`),
  serial: text(`${base}.7`),
})
export const nameColumn = `${base}.3`
export const stateColumn = `${base}.5`

export const interfaceOf = (
  row: { key: number | null; name: string | null; parent: number | null },
  index: string,
): Interface => ({
  id: row.key ?? 0,
  name: row.name ?? `?${index}`,
  type: row.parent ? 'ONU' : 'PON',
  parent: row.parent === 0 ? null : row.parent,
  if_index: Number(index),
})
type Session = Parameters<
  Parameters<typeof implement<typeof interfacesList.args, typeof interfacesList.result>>[1]
>[0]
/** All rows whose interface is stored, with a reference to it. */
export async function all(session: Session) {
  const list = new Map((await session.call(interfacesList, {})).map(one => [one.id, one]))
  const rows = [...(await readTable(session, states))].map(([, row]) => row)
  return rows.flatMap(row =>
    row.key !== null && list.has(row.key)
      ? [{ ...row, interface: refOf(list.get(row.key)!), onu: list.get(row.key)!.type === 'ONU' }]
      : [],
  )
}
