import { parserFor, rowOfCells, type CliCells, type CliArea } from '@linecard/driver-kit/cli'
import { fieldsOf } from './fields.ts'
import { pair } from './pair.ts'
import { seen } from './play.ts'
import type { Platform } from './platforms.ts'
import { stated, type Compared, type Head, type Row } from './rows.ts'
import type { Sample } from './sources.ts'

/** Names of cells by the names that parsers give them. */
const cellNames: Readonly<Record<string, string>> = {
  name: 'name',
  descr: 'description',
  ports: 'ports',
  port: 'port',
  mac: 'mac_address',
  about: 'sys_descr',
  chassis: 'chassis_id',
  address: 'mgmt_address',
}

const cellsOf = (
  row: Record<string, unknown>,
  fields: Readonly<Record<string, readonly string[]>>,
): CliCells =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([cell, names]) => {
      const name = names.find(
        one =>
          row[one] !== undefined && row[one] !== '' && !(Array.isArray(row[one]) && row[one].length === 0),
      )
      return name === undefined
        ? []
        : [[cell, Array.isArray(row[name]) ? row[name].map(String).join(',') : String(row[name])]]
    }),
  )

/** Rows of a template of ntc-templates, with our names of cells. */
function theirRows(area: CliArea, sample: Sample): Row[] {
  const found = eachRow(area, sample)
  if (area !== 'vlans') return found
  // One row for each port of a VLAN becomes one row with all of them.
  return [...Map.groupBy(found, row => row['id'])].map(([, own]) =>
    own.length === 1 ? own[0]! : { ...own[0]!, ports: own.flatMap(row => (row['ports'] as string[]) ?? []) },
  )
}
/** A row of an FDB with several ports becomes one row for each port. */
function eachRow(area: CliArea, sample: Sample): Row[] {
  const fields = fieldsOf(area, sample.platform, sample.command)
  return sample.rows.flatMap(row => {
    const cells = cellsOf(row, fields)
    const ports = area === 'fdb' && cells['port'] ? cells['port'].split(',') : [cells['port']]
    const has = new Set(
      Object.entries(fields).flatMap(([cell, names]) =>
        names.some(one => one in row) && cellNames[cell] ? [cellNames[cell]] : [],
      ),
    )
    return ports.flatMap((port): Row[] => {
      const made = rowOfCells[area](port === undefined ? cells : { ...cells, port }) as Row | null
      return made ? [{ ...made, [stated]: has }] : []
    })
  })
}

/** Compares the rows that we and ntc-templates read from a sample. Empty if no parser reads the command. */
export function compareNtc(sample: Sample, platform: Platform): Compared[] {
  const parser = parserFor(platform.parsers, sample.command)
  if (!parser) return []
  const head: Head = {
    source: 'ntc-templates',
    platform: sample.platform,
    vendor: platform.vendor,
    area: parser.area,
    sample: sample.name,
    command: sample.command,
  }
  return pair(
    head,
    theirRows(parser.area, sample),
    parser.read(seen(sample.raw)) as unknown as Row[],
    null,
    sample.raw,
  )
}
