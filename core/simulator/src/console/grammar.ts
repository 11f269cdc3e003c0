/**
 * The words of a command as data: `show vlan`, `{tagged|untagged}` one of several, `<name>` any word (quotes
 * may hold blanks), `<name...>` the rest of the line,
 * `[ … ]` may be missing. Keywords may be cut short as long as they are plain.
 */
export interface Command<S> {
  syntax: string
  /** Gives what is printed. */
  run(session: S, args: Readonly<Record<string, string>>): string | undefined | Promise<string | undefined>
}

type Token =
  | { kind: 'word'; words: readonly string[]; name?: string }
  | { kind: 'one'; name: string }
  | { kind: 'rest'; name: string }
interface Form {
  tokens: readonly Token[]
}

export type Parsed<S> =
  | { kind: 'run'; command: Command<S>; args: Record<string, string> }
  /** The line stops too early; `next` may follow. */
  | { kind: 'incomplete'; next: readonly string[] }
  /** The word at this place of the line fits nothing; `next` would. */
  | { kind: 'unknown'; at: number; first: boolean; next: readonly string[] }
  | { kind: 'ambiguous'; word: string }

const token = (text: string): Token => {
  const choice = /^\{(?:(\w+):)?(.+)\}$/.exec(text)
  if (choice) return { kind: 'word', words: choice[2]!.split('|'), ...(choice[1] ? { name: choice[1] } : {}) }
  const named = /^<(\w+)(\.\.\.)?>$/.exec(text)
  if (named) return named[2] ? { kind: 'rest', name: named[1]! } : { kind: 'one', name: named[1]! }
  return { kind: 'word', words: [text] }
}

/** Every form of a command, the longest first: what stands in brackets is there or not. */
function formsOf(syntax: string): Form[] {
  const optional = /^([^[\]]*)\[([^[\]]*)\](.*)$/.exec(syntax)
  if (optional)
    return [
      ...formsOf(`${optional[1]}${optional[2]}${optional[3]}`),
      ...formsOf(`${optional[1]}${optional[3]}`),
    ]
  return [{ tokens: syntax.trim().split(/\s+/).map(token) }]
}

/** Words of a line with where they begin. */
const split = (line: string) =>
  Array.from(line.matchAll(/"([^"]*)"|\S+/g), found => ({ text: found[1] ?? found[0], at: found.index }))

const shown = (one: Token): string[] => (one.kind === 'word' ? [...one.words] : [`<${one.name}>`])

export function createParser<S>(commands: readonly Command<S>[]): (line: string) => Parsed<S> {
  const forms = commands.flatMap(command =>
    formsOf(command.syntax).map(({ tokens }) => ({ command, tokens })),
  )
  return line => {
    const words = split(line)
    let best = { depth: -1, next: new Set<string>(), short: false }
    const stopped = (depth: number, next: readonly string[], short: boolean) => {
      if (depth > best.depth) best = { depth, next: new Set(), short }
      if (depth < best.depth) return
      best.short ||= short
      for (const one of next) best.next.add(one)
    }
    const hits: { command: Command<S>; args: Record<string, string>; exact: number; first: string }[] = []
    for (const { command, tokens } of forms) {
      const args: Record<string, string> = {}
      let depth = 0
      let exact = 0
      let rest = false
      for (const one of tokens) {
        const word = words[depth]
        if (!word) break
        if (one.kind === 'rest') {
          args[one.name] = line.slice(word.at).trim()
          rest = true
          depth = words.length
          break
        }
        if (one.kind === 'one') args[one.name] = word.text
        else {
          const whole = one.words.find(known => known === word.text.toLowerCase())
          const fits = whole ?? one.words.find(known => known.startsWith(word.text.toLowerCase()))
          if (fits === undefined) break
          if (whole !== undefined) exact++
          if (one.name) args[one.name] = fits
        }
        depth++
      }
      const full = depth === tokens.length || rest
      if (full && depth === words.length) hits.push({ command, args, exact, first: shown(tokens[0]!)[0]! })
      else stopped(depth, full ? [] : shown(tokens[depth]!), !full && depth === words.length)
    }
    if (hits.length > 0) {
      const most = Math.max(...hits.map(({ exact }) => exact))
      const [hit, ...others] = hits.filter(({ exact }) => exact === most)
      if (hit!.exact === 0 && others.some(({ first }) => first !== hit!.first))
        return { kind: 'ambiguous', word: words[0]!.text }
      return { kind: 'run', command: hit!.command, args: hit!.args }
    }
    const next = [...best.next].toSorted()
    return best.short
      ? { kind: 'incomplete', next }
      : { kind: 'unknown', at: words[best.depth]?.at ?? line.length, first: best.depth <= 0, next }
  }
}
