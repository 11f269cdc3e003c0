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
 * a row without name from its index.
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
    const fans = rows.map(([index, { name, status, speed }]) => ({
      name: (name as string | null) ?? nameOf(index),
      status: (status as FanStatus | null) ?? ('Unknown' as const),
      speed: (speed as number | null) ?? null,
    }))
    return { ...base, fans: fans.length > 0 ? fans : null }
  })
