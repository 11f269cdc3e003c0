import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { parse } from 'yaml'
import type { Exchange } from './peer.ts'

/** On a connection lines end with CR LF. Recordings have CR LF or LF. */
export const onWire = (text: string): string => text.replace(/\r?\n/g, '\r\n')

/** One output with the result of the template of another system. */
export interface Sample {
  name: string
  platform: string
  command: string
  raw: string
  rows: Record<string, unknown>[]
}

export async function readNtc(folder: string): Promise<Sample[]> {
  const found: Sample[] = []
  for await (const file of glob('*/*/*.raw', { cwd: folder })) {
    const directory = dirname(file)
    const parsed = await readFile(join(folder, file.replace(/\.raw$/, '.yml')), 'utf8').catch(() => null)
    const rows =
      parsed === null
        ? []
        : ((parse(parsed, { schema: 'failsafe' }) as { parsed_sample?: Record<string, unknown>[] })
            .parsed_sample ?? [])
    found.push({
      name: basename(file, '.raw'),
      platform: dirname(directory),
      command: basename(directory).replaceAll('_', ' '),
      raw: (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n'),
      rows,
    })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A recorded run of a script: its commands, and its result. */
export interface Script {
  name: string
  platform: string
  script: string
  cli: Readonly<Record<string, string>>
  result: unknown
}

export async function readNoc(folder: string): Promise<Script[]> {
  const found: Script[] = []
  for await (const file of glob('**/*.json', { cwd: folder })) {
    const { script, cli, result } = JSON.parse(await readFile(join(folder, file), 'utf8')) as Partial<{
      script: string
      cli: Record<string, string>
      result: unknown
    }>
    if (!script || !cli) continue
    found.push({
      name: relative('.', file).replace(/\.json$/, ''),
      platform: script.slice(0, script.lastIndexOf('.')),
      script: script.slice(script.lastIndexOf('.') + 1),
      cli,
      result,
    })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A recorded output as the device sends it. */
export const exchangeOf = (command: string, recorded: string): Exchange => {
  const text = onWire(recorded.replace(/\n*$/, '\n'))
  return {
    command,
    output: text,
    echo: command.trim() !== '' && !text.split('\r\n')[0]!.trim().endsWith(command.trim()),
  }
}
