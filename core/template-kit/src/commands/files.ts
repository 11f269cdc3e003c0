import { text as textOf } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { dirname, join } from 'node:path'
import { CommandError, type Command } from '@linecard/plugin-kit'
import type { Finding } from '../contract/finding.ts'
import { convertTwig } from '../convert/index.ts'
import { findingLine, tellFindings } from './findings.ts'
import { folderName, readTemplates } from './folders.ts'
import type { CommandKind } from './kind.ts'

const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `…:lint`. */
const lint = (kind: CommandKind): Command<unknown> => ({
  summary: `Mistakes of the ${kind.plural} in a folder, as file:line:column`,
  args: { '<folder>': `a ${kind.noun}, or a folder of ${kind.plural}` },
  async run(_, tools, [folder]) {
    const found: { folder: string; findings: Finding[] }[] = []
    for (const one of await readTemplates(tools.files, kind, String(folder))) {
      const { data } = await tools.api('POST', `${kind.path}/lint`, { body: one.definition })
      found.push({ folder: one.folder, findings: data as Finding[] })
    }
    tellFindings(kind, tools, found)
    tools.remark(`${found.length} ${kind.plural}`)
  },
})

/** `…:export`. */
const exporting = (kind: CommandKind): Command<unknown> => ({
  summary: `Writes stored ${kind.plural} as folders of text files, without what belongs to this installation`,
  args: { '<folder>': 'gets a folder for each', '[names...]': 'by default all' },
  async run(_, tools, [folder, names]) {
    const wanted = (names ?? []) as string[]
    const { data } = await tools.api('GET', kind.path, { query: { limit: 10_000 } })
    const all = data as { id: number; name: string }[]
    const unknown = wanted.filter(name => !all.some(one => one.name === name))
    if (unknown.length > 0) throw new CommandError(`There is no ${kind.noun} "${unknown.join('", "')}"`)
    const taken = new Set<string>()
    for (const { id, name } of all.filter(one => wanted.length === 0 || wanted.includes(one.name))) {
      const { data: exported } = await tools.api('GET', `${kind.path}/${id}/export`)
      const own = taken.has(folderName(name)) ? `${folderName(name)}-${id}` : folderName(name)
      taken.add(own)
      for (const [path, text] of Object.entries((exported as { files: Record<string, string> }).files)) {
        const file = join(String(folder), own, path)
        await tools.files.makeFolder(dirname(file))
        await tools.files.write(file, text)
      }
      tools.remark(`${name}: ${join(String(folder), own)}`)
    }
  },
})

interface Row {
  name: string
  result: string
  stored_as: string | null
  error: string | null
  findings: Finding[]
}

/** `…:import`. */
const importing = (kind: CommandKind): Command<unknown> => ({
  summary: `Stores the ${kind.plural} of a folder`,
  args: { '<folder>': `a ${kind.noun}, or a folder of ${kind.plural}` },
  options: { '--conflict <what>': 'a name that exists: skip (default), replace or rename' },
  async run(_, tools, [folder], options) {
    const found = await readTemplates(tools.files, kind, String(folder))
    const { data } = await tools.api('POST', `${kind.path}/import`, {
      body: {
        templates: found.map(({ name, definition }) => ({ name, ...definition })),
        conflict: options['conflict'] ?? 'skip',
      },
    })
    const rows = data as Row[]
    tools.print(rows, {
      [first(kind.noun)]: (row: Row) => row.name,
      Result: (row: Row) => row.result,
      'Stored as': (row: Row) => row.stored_as,
      Why: (row: Row) => row.error,
    })
    for (const [at, { findings }] of rows.entries())
      for (const finding of findings) tools.remark(findingLine(kind, found[at]!.folder, finding))
    const refused = rows.filter(({ result }) => result === 'refused')
    if (refused.length > 0) throw new CommandError(`${refused.length} of ${rows.length} were refused`)
  },
})

/** `…:convert`. */
const convert: Command<unknown> = {
  summary: 'Turns a Twig template into Handlebars, and says line by line what it cannot',
  args: { '<file>': 'a Twig template', '[to]': 'file for the result; by default stdout' },
  async run(_, tools, [file, to]) {
    const source = await textOf(Readable.from(tools.files.read(String(file)))).catch((cause: unknown) => {
      throw new CommandError(`${String(file)} cannot be read`, { cause })
    })
    const { text, findings } = convertTwig(source)
    if (to === undefined) tools.print({ text }, { Template: (row: { text: string }) => row.text })
    else await tools.files.write(String(to), text)
    for (const { line, column, severity, message, hint } of findings)
      tools.remark(`${String(file)}:${line}:${column}: ${severity}: ${message}. ${hint}`)
    const errors = findings.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new CommandError(`${errors.length} things were not converted`)
  },
}

/** `<plugin>:lint`, `:export`, `:import` and `:convert` of a kind of template. */
export const fileCommands = (kind: CommandKind) => ({
  lint: lint(kind),
  export: exporting(kind),
  import: importing(kind),
  convert,
})
