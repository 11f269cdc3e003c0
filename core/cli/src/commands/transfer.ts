import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import type { ExportOptions } from '@linecard/plugin-kit'
import { CommandError, type Command, type Tools } from '../command.ts'
import { progressLine, progressText } from '../progress.ts'

const ASK_MS = 300
/** Lines of the report that are shown; programs take them by the API. */
const most = 10_000

interface Line {
  line: number
  ip: string | null
  result: string
  code: string | null
  message: string | null
}
interface Report {
  id: number
  status: string
  total: number
  done: number
  counts: Record<string, number>
  error: { description: string } | null
  rows: Line[]
}

const columns = {
  Line: (row: Line) => row.line,
  Address: (row: Line) => row.ip,
  Result: (row: Line) => row.result,
  Code: (row: Line) => row.code,
  Why: (row: Line) => row.message,
}

const countsText = (counts: Report['counts']) =>
  Object.entries(counts)
    .map(([result, count]) => `${count} ${result.replace('_', ' ')}`)
    .join(', ')

async function missing(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new CommandError(`there is no file ${path}`)
}

const importDevices: Command = {
  name: 'device:import',
  records: 'device:imported',
  summary: 'Adds devices from a CSV file, and shows the lines that were not added and why',
  args: {
    '<file>':
      'ip,login,password,ro community,rw community,name,model key; or any columns with headings, as device:export writes them',
  },
  options: {
    '--dry-run': 'checks and asks everything, and writes nothing',
    '--atomic': 'all or none: adds nothing where one line is wrong',
    '--update': 'changes known devices as their lines say',
    '-g, --group <id>': 'group of devices whose line names none',
  },
  async run(tools, [file], { dryRun, atomic, update, group }) {
    await missing(file as string)
    if (group !== undefined && !/^-?\d{1,9}$/.test(String(group)))
      throw new CommandError('--group is the number of a device group')
    const caller = (await tools.use('auth')).system()
    const options = {
      dry_run: dryRun === true,
      atomic: atomic === true,
      update: update === true,
      ...(group === undefined ? {} : { group_id: Number(group) }),
    }
    const { id, ended } = await (
      await tools.use('transfer')
    ).importDevices(caller, options, createReadStream(file as string))
    const report = async (limit: number) =>
      (await tools.api('GET', `/device/import/${id}`, { query: { limit } })).data as Report
    const line = progressLine()
    const over = new AbortController()
    void ended.then(() => over.abort())
    while (!over.signal.aborted) {
      const { done, total, counts } = await report(0)
      line.show(`${progressText({ done, total, what: '' })}: ${countsText(counts)}`)
      await setTimeout(ASK_MS, null, { signal: over.signal }).catch(() => null)
    }
    line.clear()
    const end = await report(most)
    const bad = end.rows.filter(({ code }) => code !== null)
    if (tools.format === 'table' && bad.length === 0) tools.say('every line is good')
    else tools.print(tools.format === 'table' ? bad : end, columns)
    tools.say(`import ${id}: ${end.done} of ${end.total} lines, ${countsText(end.counts)}`)
    if (end.status === 'refused')
      throw new CommandError('nothing was added: all or none was asked for, and not every line is good')
    if (end.status !== 'done')
      throw new CommandError(end.error?.description ?? `the import ended: ${end.status}`)
  },
}

const options = {
  '-s, --separator <separator>': 'comma, semicolon or tab; comma unless said',
  '--bom': 'begins with a byte order mark, for spreadsheets',
}
const isSeparator = (given: unknown): given is ExportOptions['separator'] =>
  given === undefined || given === 'comma' || given === 'semicolon' || given === 'tab'

/** To a file, or to standard output. */
async function write(
  tools: Tools,
  table: 'devices' | 'interfaces' | 'onus',
  file: string | undefined,
  { separator, bom }: Readonly<Record<string, string | boolean | undefined>>,
): Promise<void> {
  if (!isSeparator(separator)) throw new CommandError('--separator is comma, semicolon or tab')
  const caller = (await tools.use('auth')).system()
  const text = (await tools.use('transfer')).export(table, caller, { separator, bom: bom === true })
  if (file === undefined) return pipeline(text, process.stdout, { end: false })
  await pipeline(text, createWriteStream(file, { mode: 0o600 })).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('E') ? new CommandError(`cannot write ${file}: ${error.message}`) : error
  })
  tools.say(`${table} written to ${file}`)
}

const exportOf = (name: string, table: 'devices' | 'interfaces' | 'onus', summary: string): Command => ({
  name,
  summary,
  args: { '[file]': 'standard output unless given' },
  options,
  run: (tools, [file], given) => write(tools, table, file as string | undefined, given),
})

export const transferCommands = [
  importDevices,
  exportOf(
    'device:export',
    'devices',
    'Writes all devices as CSV, as device:import reads them; never with credentials',
  ),
  exportOf('interface:export', 'interfaces', 'Writes all stored interfaces as CSV'),
  exportOf('onu:export', 'onus', 'Writes all stored ONUs with their optics as CSV'),
]
