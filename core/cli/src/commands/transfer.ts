import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { progressText, type ExportOptions } from '@linecard/plugin-kit'
import { CommandError, type CliCommand, type Tools } from '../command.ts'
import { progressLine } from '../progress.ts'

const pollMs = 300
/** Lines of the report that are shown. Programs read them from the API. */
const maxLines = 10_000

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

async function assertFile({ files }: Tools, path: string): Promise<void> {
  if ((await files.kind(path).catch(() => null)) !== 'file')
    throw new CommandError(`there is no file ${path}`)
}

interface Going {
  id: number
  ended: Promise<void>
}

/** An import belongs to the person who watches it: it is cancelled when that person goes away. */
async function follow(tools: Tools, going: Going): Promise<void> {
  try {
    await report(tools, going)
  } finally {
    const path = `/device/import/${going.id}`
    if (tools.signal.aborted) await (await tools.kernel()).request({ method: 'DELETE', path })
  }
}

/** Shows the progress of an import until its end, and then the lines that were not added. */
async function report(tools: Tools, { id, ended }: Going): Promise<void> {
  const read = async (limit: number) =>
    (await tools.api('GET', `/device/import/${id}`, { query: { limit } })).data as Report
  const line = progressLine(tools.terminal.error)
  const over = new AbortController()
  void ended.then(() => over.abort())
  const wake = AbortSignal.any([over.signal, tools.signal])
  while (!over.signal.aborted) {
    const { done, total, counts } = await read(0)
    line.show(`${progressText({ done, total, what: '' })}: ${countsText(counts)}`)
    await setTimeout(pollMs, null, { signal: wake }).catch(() => null)
  }
  line.clear()
  const end = await read(maxLines)
  const bad = end.rows.filter(({ code }) => code !== null)
  if (tools.format === 'table' && bad.length === 0) tools.remark('all lines are valid')
  else tools.print(tools.format === 'table' ? bad : end, columns)
  tools.remark(`import ${id}: ${end.done} of ${end.total} lines, ${countsText(end.counts)}`)
  if (end.status === 'refused')
    throw new CommandError('nothing was added: with --atomic all lines must be valid')
  if (end.status !== 'done')
    throw new CommandError(end.error?.description ?? `the import ended with the status ${end.status}`)
}

const importDevices: CliCommand = {
  name: 'device:import',
  records: 'device:imported',
  summary: 'Adds devices from a CSV file, and shows the lines that were not added with the reason',
  args: {
    '<file>':
      'ip,login,password,ro community,rw community,name,model key; ' +
      'or any columns with headings, in the format of device:export',
  },
  options: {
    '--dry-run': 'checks everything and asks the devices, but writes nothing',
    '--atomic': 'all or none: adds nothing if one line is wrong',
    '--update': 'changes devices that exist already',
    '-g, --group <id>': 'group of devices whose line has no group',
  },
  async run(tools, [file], { dryRun, atomic, update, group }) {
    await assertFile(tools, file as string)
    if (group !== undefined && !/^-?\d{1,9}$/.test(String(group)))
      throw new CommandError('--group must be the number of a device group')
    const caller = (await tools.use('auth')).system()
    const options = {
      dry_run: dryRun === true,
      atomic: atomic === true,
      update: update === true,
      ...(group === undefined ? {} : { group_id: Number(group) }),
    }
    const transfer = await tools.use('transfer')
    await follow(
      tools,
      await transfer.importDevices(caller, options, Readable.from(tools.files.read(file as string))),
    )
  },
}

const resumeImport: CliCommand = {
  name: 'device:import-resume',
  records: 'device:import_resumed',
  summary: 'Goes on with an import whose process ended before the last line',
  args: { '<id>': 'number of the import, as its report and its log line say' },
  async run(tools, [id]) {
    if (!/^\d{1,9}$/.test(String(id))) throw new CommandError('<id> must be the number of an import')
    const caller = (await tools.use('auth')).system()
    await follow(tools, await (await tools.use('transfer')).resumeImport(caller, Number(id)))
  },
}

const options = {
  '-s, --separator <separator>': 'comma, semicolon or tab; by default comma',
  '--bom': 'starts with a byte order mark, for spreadsheets',
}
const isSeparator = (given: unknown): given is ExportOptions['separator'] =>
  given === undefined || given === 'comma' || given === 'semicolon' || given === 'tab'

/** Writes to a file, or to standard output. */
async function writeTable(
  tools: Tools,
  table: 'devices' | 'interfaces' | 'onus',
  file: string | undefined,
  { separator, bom }: Readonly<Record<string, string | boolean | undefined>>,
): Promise<void> {
  if (!isSeparator(separator)) throw new CommandError('--separator must be comma, semicolon or tab')
  const caller = (await tools.use('auth')).system()
  const text = (await tools.use('transfer')).export(table, caller, { separator, bom: bom === true })
  if (file === undefined) return pipeline(text, tools.terminal.output())
  await tools.files.write(file, text, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('E') ? new CommandError(`cannot write ${file}: ${error.message}`) : error
  })
  tools.remark(`${table} written to ${file}`)
}

const exportCommand = (
  name: string,
  table: 'devices' | 'interfaces' | 'onus',
  summary: string,
): CliCommand => ({
  name,
  summary,
  args: { '[file]': 'by default standard output' },
  options,
  run: (tools, [file], given) => writeTable(tools, table, file as string | undefined, given),
})

export const transferCommands = [
  importDevices,
  resumeImport,
  exportCommand(
    'device:export',
    'devices',
    'Writes all devices as CSV in the format of device:import, without credentials',
  ),
  exportCommand('interface:export', 'interfaces', 'Writes all stored interfaces as CSV'),
  exportCommand('onu:export', 'onus', 'Writes all stored ONUs with their optics as CSV'),
]
