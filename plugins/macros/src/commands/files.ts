import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, type Command } from '@linecard/plugin-kit'
import { convertTwig, type Finding } from '@linecard/template-kit'
import type { Macros } from '../setup.ts'
import { findingLine, tellFindings } from './findings.ts'
import { folderName, readMacros, writeFiles } from './folders.ts'

const base = '/component/macros-control'

/** `macros:lint`. */
export const lint: Command<Macros> = {
  summary: 'Mistakes of the macros in a folder, as file:line:column',
  args: { '<folder>': 'a macro, or a folder of macros' },
  async run(_, tools, [folder]) {
    const found: { folder: string; findings: Finding[] }[] = []
    for (const macro of await readMacros(String(folder))) {
      const { data } = await tools.api('POST', `${base}/lint`, { body: macro.definition })
      found.push({ folder: macro.folder, findings: data as Finding[] })
    }
    tellFindings(tools, found)
    tools.remark(`${found.length} macros`)
  },
}

/** `macros:export`. */
export const exporting: Command<Macros> = {
  summary: 'Writes stored macros as folders of text files, without roles',
  args: { '<folder>': 'gets a folder for each', '[names...]': 'by default all' },
  async run(_, tools, [folder, names]) {
    const wanted = (names ?? []) as string[]
    const { data } = await tools.api('GET', base, { query: { limit: 10_000 } })
    const all = data as { id: number; name: string }[]
    const unknown = wanted.filter(name => !all.some(one => one.name === name))
    if (unknown.length > 0) throw new CommandError(`There is no macro "${unknown.join('", "')}"`)
    const taken = new Set<string>()
    for (const { id, name } of all.filter(one => wanted.length === 0 || wanted.includes(one.name))) {
      const { data: exported } = await tools.api('GET', `${base}/${id}/export`)
      const own = taken.has(folderName(name)) ? `${folderName(name)}-${id}` : folderName(name)
      taken.add(own)
      await writeFiles(join(String(folder), own), (exported as { files: Record<string, string> }).files)
      tools.remark(`${name}: ${join(String(folder), own)}`)
    }
  },
}

interface Row {
  name: string
  result: string
  stored_as: string | null
  error: string | null
  findings: Finding[]
}

/** `macros:import`. */
export const importing: Command<Macros> = {
  summary: 'Stores the macros of a folder',
  args: { '<folder>': 'a macro, or a folder of macros' },
  options: { '--conflict <what>': 'a name that exists: skip (default), replace or rename' },
  async run(_, tools, [folder], options) {
    const macros = await readMacros(String(folder))
    const { data } = await tools.api('POST', `${base}/import`, {
      body: {
        templates: macros.map(({ name, definition }) => ({ name, ...definition })),
        conflict: options['conflict'] ?? 'skip',
      },
    })
    const rows = data as Row[]
    tools.print(rows, {
      Macro: (row: Row) => row.name,
      Result: (row: Row) => row.result,
      'Stored as': (row: Row) => row.stored_as,
      Why: (row: Row) => row.error,
    })
    for (const [at, { findings }] of rows.entries())
      for (const finding of findings) tools.remark(findingLine(macros[at]!.folder, finding))
    const refused = rows.filter(({ result }) => result === 'refused')
    if (refused.length > 0) throw new CommandError(`${refused.length} of ${rows.length} were refused`)
  },
}

/** `macros:convert`. */
export const convert: Command<Macros> = {
  summary: 'Turns a Twig template into Handlebars, and says line by line what it cannot',
  args: { '<file>': 'a Twig template', '[to]': 'file for the result; by default stdout' },
  async run(_, tools, [file, to]) {
    const source = await readFile(String(file), 'utf8').catch((cause: unknown) => {
      throw new CommandError(`${String(file)} cannot be read`, { cause })
    })
    const { text, findings } = convertTwig(source)
    if (to === undefined) tools.print({ text }, { Template: (row: { text: string }) => row.text })
    else await writeFile(String(to), text)
    for (const { line, column, severity, message, hint } of findings)
      tools.remark(`${String(file)}:${line}:${column}: ${severity}: ${message}. ${hint}`)
    const errors = findings.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new CommandError(`${errors.length} things were not converted`)
  },
}
