import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, wanted } from '../modules/index.ts'
import { readTable, type Column, type Columns, type RowOf } from '../table/index.ts'

type Resources = Static<typeof sysResources.result>
type FanStatus = NonNullable<Resources['fans']>[number]['status']
/** A vendor's table of fans, one row for each fan. */
export interface FanColumns {
  status: Column<FanStatus>
  name?: Column<string>
  speed?: Column<number>
}

/**
 * `sys_resources` with the fans of a vendor's table; null if the device has none. `nameOf` makes the name of
 * a row without name from its index; where units of a stack repeat a name, both are joined.
 */
export const withFans = (
  resources: Implementation,
  columns: FanColumns,
  nameOf: (index: string) => string = index => `Fan ${index}`,
): Implementation =>
  implement(sysResources, async (session, args) => {
    const base = (await resources.run(session, args)) as Resources
    if (!wanted(args.load_only, 'fans')) return base
    const rows = [...(await readTable(session, columns as unknown as Columns))] as [
      string,
      Partial<RowOf<Required<FanColumns> & Columns>>,
    ][]
    const repeated = (name: unknown, index: string) =>
      rows.some(([other, row]) => row.name === name && other !== index)
    const nameAt = (index: string, name: string | null | undefined) =>
      name == null ? nameOf(index) : repeated(name, index) ? `${nameOf(index)} ${name}` : name
    const fans = rows.map(([index, { name, status, speed }]) => ({
      name: nameAt(index, name as string | null | undefined),
      status: (status as FanStatus | null) ?? ('Unknown' as const),
      speed: (speed as number | null) ?? null,
    }))
    return { ...base, fans: fans.length > 0 ? fans : null }
  })
