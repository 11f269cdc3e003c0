import { glob, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { parse } from 'yaml'
import type { Exchange } from './peer.ts'

/** A recorded whole session (oxidized `simulation.yaml`). */
export interface Recorded {
  name: string
  model: string
  banner: string
  prompt: string | null
  exchanges: Exchange[]
  secrets: { fail: string[] }
  output: string | null
}

/** Recordings write control characters as in a double-quoted string. */
const unescape = (text: string): string =>
  text.replace(
    /\\x([\da-f]{2})|\\([rntebf"\\])/gi,
    (_all, hex: string | undefined, letter: string | undefined) =>
      hex
        ? String.fromCharCode(Number.parseInt(hex, 16))
        : (({ r: '\r', n: '\n', t: '\t', e: '\u001b', b: '\b', f: '\f' } as Record<string, string>)[
            letter!.toLowerCase()
          ] ?? letter!),
  )

type Commands = Readonly<Record<string, string>> | readonly Readonly<Record<string, string>>[]

/** On a connection lines end with CR LF. Recordings have CR LF or LF. */
const onWire = (text: string): string => text.replace(/\r?\n/g, '\r\n')

function exchangesOf(commands: Commands): { typed: string; output: string }[] {
  return (
    Array.isArray(commands)
      ? (commands as readonly Readonly<Record<string, string>>[])
      : [commands as Readonly<Record<string, string>>]
  ).flatMap(one =>
    Object.entries(one).map(([typed, output]) => ({
      typed: unescape(typed),
      output: unescape(output ?? ''),
    })),
  )
}

/** The prompt at the end of an output: its last line. */
const lastLine = (text: string): string =>
  text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)

/** Whole sessions. A key that is typed without Enter (a pager's) belongs to the command before. */
export async function readOxidized(folder: string): Promise<Recorded[]> {
  const found: Recorded[] = []
  for await (const file of glob('*simulation.yaml', { cwd: folder })) {
    const [model = '', version = ''] = file.split('#')
    const { init_prompt, commands } = parse(await readFile(join(folder, file), 'utf8')) as {
      init_prompt: string | null
      commands: Commands
    }
    const banner = unescape(init_prompt ?? '')
    const prompt = lastLine(banner)
    const isPrompt = /[#>$\]%] ?$/.test(prompt.trimEnd())
    const exchanges: Exchange[] = []
    for (const { typed, output } of exchangesOf(commands)) {
      const command = typed.trim()
      const end = lastLine(output)
      const body = onWire(
        isPrompt && end.trim() === prompt.trim() ? output.slice(0, output.length - end.length) : output,
      )
      if (command === '' && !typed.includes('\n')) {
        const before = exchanges.at(-1)
        if (before) Object.assign(before, { keys: [...(before.keys ?? []), body] })
      } else if (command !== '' && !/^(?:exit|quit|logout)$/.test(command)) {
        const ends =
          body === '' || body.endsWith('\n') || body.endsWith('\r') || (isPrompt && lastLine(output) !== end)
        const changed = !ends && /^[\w.()/:@ -]{1,64}[#>] ?$/.test(end) ? end : null
        const shown = changed === null ? body : body.slice(0, body.length - end.length)
        exchanges.push({
          command,
          output: ends || changed !== null ? shown : `${shown}\r\n`,
          echo: !shown.split('\r\n')[0]!.includes(command),
          ...(changed === null ? {} : { prompt: changed }),
        })
      }
    }
    const beside = (name: string) =>
      readFile(join(folder, file.replace('simulation.yaml', name)), 'utf8').catch(() => null)
    const secret = await beside('secret.yaml')
    found.push({
      name: `${model} ${version}`,
      model,
      banner: onWire(
        isPrompt ? banner.slice(0, banner.length - prompt.length) : banner.replace(/\n*$/, '\n'),
      ),
      prompt: isPrompt ? prompt : null,
      exchanges,
      secrets: { fail: secret ? ((parse(secret) as { fail?: string[] }).fail ?? []) : [] },
      output: await beside('output.txt'),
    })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Texts that a model must, or must not, accept as prompts. */
export async function readPrompts(
  folder: string,
): Promise<{ model: string; pass: string[]; fail: string[] }[]> {
  const found: { model: string; pass: string[]; fail: string[] }[] = []
  for await (const file of glob('*prompt.yaml', { cwd: folder })) {
    const {
      pass = [],
      pass_with_expect = [],
      fail = [],
    } = parse(await readFile(join(folder, file), 'utf8')) as Partial<
      Record<'pass' | 'pass_with_expect' | 'fail', string[]>
    >
    found.push({ model: file.split('#')[0]!, pass: [...pass, ...pass_with_expect], fail })
  }
  return found.toSorted((a, b) => (a.model < b.model ? -1 : 1))
}

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
