import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Exchange } from './peer.ts'
import { onWire } from './sources.ts'

/** Patterns of a file `secret.yaml` or `significant_changes.yaml`: what the text must and must not have. */
export interface Demands {
  pass: readonly string[]
  fail: readonly string[]
}

/** A recorded whole session (oxidized `simulation.yaml`). */
export interface Recorded {
  name: string
  model: string
  banner: string
  prompt: string | null
  exchanges: Exchange[]
  /** Patterns of `secret.yaml` and `significant_changes.yaml`. */
  secrets: Demands
  changes: Demands
  /** The backup that the other system makes of it. */
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

/** A key that is typed without Enter (a pager's) belongs to the command before, a word after a question too. */
function recordedExchanges(commands: Commands, prompt: string | null): Exchange[] {
  const exchanges: Exchange[] = []
  const all = exchangesOf(commands)
  for (const [at, { typed, output }] of all.entries()) {
    const command = typed.trim()
    const end = lastLine(output)
    const isFirst = prompt !== null && end.trim() === prompt.trim()
    const body = onWire(isFirst ? output.slice(0, output.length - end.length) : output)
    const ends = body === '' || body.endsWith('\n') || body.endsWith('\r') || isFirst
    const changed = !ends && /^[\w.()/:@| -]{1,64}[#>] ?$/.test(end) ? { prompt: end } : {}
    const shown = 'prompt' in changed ? body.slice(0, body.length - end.length) : body
    const before = exchanges.at(-1)
    if (command === '') {
      if (!before) continue
      if (typed.includes('\n')) Object.assign(before, { answered: shown, ...changed })
      else Object.assign(before, { keys: [...(before.keys ?? []), shown], ...changed })
    } else if (!/^(?:exit|quit|logout)$/.test(command)) {
      const next = all[at + 1]?.typed
      const asks = next !== undefined && next.trim() === ''
      exchanges.push({
        command,
        output: ends || asks || 'prompt' in changed ? shown : `${shown}\r\n`,
        echo: !shown.split('\r\n')[0]!.includes(command),
        ...changed,
      })
    }
  }
  return exchanges
}

/** Whole sessions. */
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
    const exchanges = recordedExchanges(commands, isPrompt ? prompt : null)
    const beside = (name: string) =>
      readFile(join(folder, file.replace('simulation.yaml', name)), 'utf8').catch(() => null)
    const demands = async (name: string): Promise<Demands> => {
      const text = await beside(name)
      return { pass: [], fail: [], ...(text === null ? {} : (parse(text) as Partial<Demands>)) }
    }
    found.push({
      name: `${model} ${version}`,
      model,
      banner: onWire(
        isPrompt ? banner.slice(0, banner.length - prompt.length) : banner.replace(/\n*$/, '\n'),
      ),
      prompt: isPrompt ? prompt : null,
      exchanges,
      secrets: await demands('secret.yaml'),
      changes: await demands('significant_changes.yaml'),
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
