/**
 * A command and its syntax as data. `show vlan`: keywords, which may be abbreviated. `{tagged|untagged}`: one
 * of several keywords; `{how:tagged|untagged}` makes it the argument `how`. `<name>`: any word, in quotes if
 * it has blanks. `<name...>`: the rest of the line. `[ … ]`: optional.
 */
export interface Command<S> {
  syntax: string
  /** Returns the output. */
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
  /** The line ends too early; `next` may follow. */
  | { kind: 'incomplete'; next: readonly string[] }
  /** The word at the column `at` fits nothing; `next` would. `first`: it is the first word. */
  | { kind: 'unknown'; at: number; first: boolean; next: readonly string[] }
  | { kind: 'ambiguous'; word: string }

const token = (text: string): Token => {
  const choice = /^\{(?:(\w+):)?(.+)\}$/.exec(text)
  if (choice) return { kind: 'word', words: choice[2]!.split('|'), ...(choice[1] ? { name: choice[1] } : {}) }
  const named = /^<(\w+)(\.\.\.)?>$/.exec(text)
  if (named) return named[2] ? { kind: 'rest', name: named[1]! } : { kind: 'one', name: named[1]! }
  return { kind: 'word', words: [text] }
}

/** All forms of a syntax, the longest first: each part in brackets is present or absent. */
function formsOf(syntax: string): Form[] {
  const optional = /^([^[\]]*)\[([^[\]]*)\](.*)$/.exec(syntax)
  if (optional)
    return [
      ...formsOf(`${optional[1]}${optional[2]}${optional[3]}`),
      ...formsOf(`${optional[1]}${optional[3]}`),
    ]
  return [{ tokens: syntax.trim().split(/\s+/).map(token) }]
}

/** The words of a line, and where each begins. */
const split = (line: string): LineWord[] =>
  Array.from(line.matchAll(/"([^"]*)"|\S+/g), found => ({ text: found[1] ?? found[0], at: found.index }))

const shown = (one: Token): string[] => (one.kind === 'word' ? [...one.words] : [`<${one.name}>`])

interface LineWord {
  text: string
  at: number
}
interface Match {
  args: Record<string, string>
  /** Number of keywords that were typed in full. */
  exact: number
  /** Number of words that fit. */
  depth: number
  /** All tokens of the form have a word. */
  full: boolean
}

/** The keyword that a word stands for: in full, or its beginning. */
const keywordOf = (text: string, keywords: readonly string[]): string | undefined =>
  keywords.find(known => known === text) ?? keywords.find(known => known.startsWith(text))

function matchForm(tokens: readonly Token[], words: readonly LineWord[], line: string): Match {
  const args: Record<string, string> = {}
  let exact = 0
  for (const [depth, one] of tokens.entries()) {
    const word = words[depth]
    if (!word) return { args, exact, depth, full: false }
    if (one.kind === 'rest') {
      args[one.name] = line.slice(word.at).trim()
      return { args, exact, depth: words.length, full: true }
    }
    if (one.kind === 'one') {
      args[one.name] = word.text
      continue
    }
    const typed = word.text.toLowerCase()
    const keyword = keywordOf(typed, one.words)
    if (keyword === undefined) return { args, exact, depth, full: false }
    if (keyword === typed) exact++
    if (one.name) args[one.name] = keyword
  }
  return { args, exact, depth: tokens.length, full: true }
}

/** What could follow at the deepest place that any form reached. */
function createExpectations() {
  let depth = -1
  let next = new Set<string>()
  let ended = false
  return {
    /** @param atEnd the line ended here */
    add(reached: number, tokens: readonly string[], atEnd: boolean) {
      if (reached > depth) [depth, next, ended] = [reached, new Set(), atEnd]
      if (reached < depth) return
      ended ||= atEnd
      for (const one of tokens) next.add(one)
    },
    result<S>(line: string, words: readonly LineWord[]): Parsed<S> {
      const sorted = [...next].toSorted()
      return ended
        ? { kind: 'incomplete', next: sorted }
        : { kind: 'unknown', at: words[depth]?.at ?? line.length, first: depth <= 0, next: sorted }
    },
  }
}

/** A parser for the commands of a mode. Of several that fit, the one with the most keywords in full wins. */
export function createParser<S>(commands: readonly Command<S>[]): (line: string) => Parsed<S> {
  const forms = commands.flatMap(command =>
    formsOf(command.syntax).map(({ tokens }) => ({ command, tokens })),
  )
  return line => {
    const words = split(line)
    const expected = createExpectations()
    const hits: { command: Command<S>; args: Record<string, string>; exact: number; first: string }[] = []
    for (const { command, tokens } of forms) {
      const { args, exact, depth, full } = matchForm(tokens, words, line)
      if (full && depth === words.length) hits.push({ command, args, exact, first: shown(tokens[0]!)[0]! })
      else expected.add(depth, full ? [] : shown(tokens[depth]!), !full && depth === words.length)
    }
    if (hits.length === 0) return expected.result(line, words)
    const mostExact = Math.max(...hits.map(({ exact }) => exact))
    const [hit, ...others] = hits.filter(({ exact }) => exact === mostExact)
    if (hit!.exact === 0 && others.some(({ first }) => first !== hit!.first))
      return { kind: 'ambiguous', word: words[0]!.text }
    return { kind: 'run', command: hit!.command, args: hit!.args }
  }
}
