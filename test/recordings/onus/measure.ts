import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { readExpected, type Entry } from '../folder.ts'
import { compareOnus, rawOnus, type OnuOutcome } from './compare.ts'
import { readOurs } from './ours.ts'
import { onuTables } from './tables.ts'
import { cellsOf } from './text.ts'

/** One recording of an OLT with its comparison. */
export interface OnuResult {
  name: string
  vendor: string
  modelKey: string | null
  /** ONUs in the tables of the recording, and in our answer. */
  counted: number
  read: number
  outcomes: OnuOutcome[]
  error: string | null
}

/** Groups of the index that are compared, and vendors whose OLTs stand in other groups. */
const isOlt = ({ group }: Entry) => group === 'OLT'

/** Recordings without sysObjectID and sysDescr: the model is set, as a person sets it in the inventory. */
const withoutIdentity: Readonly<Record<string, string>> = { 'huawei-centreon-huawei-gpon': 'huawei_smart_ax' }

/** Compares every OLT of the entries. */
export async function measureOnus(
  folder: string,
  drivers: readonly Driver[],
  entries: readonly Entry[],
): Promise<OnuResult[]> {
  const results: OnuResult[] = []
  for (const entry of entries.filter(isOlt)) {
    const file = await readFile(join(folder, 'snmp', `${entry.name}.snmprec`), 'utf8')
    const cells = cellsOf(file)
    const ours = await readOurs(drivers, entry.name, file, withoutIdentity[entry.name])
    const outcomes = compareOnus(cells, await readExpected(folder, entry), ours.onus)
    const counts = onuTables.map(table => rawOnus(cells, table).length)
    results.push({
      name: entry.name,
      vendor: entry.vendor,
      modelKey: ours.modelKey,
      counted: Math.max(0, ...counts),
      read: ours.onus.length,
      outcomes,
      error: ours.error,
    })
  }
  return results
}
