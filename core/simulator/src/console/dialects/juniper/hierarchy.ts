/** Words that are one step of a path together with the word after them. */
const paired = new Set(['unit', 'family', 'community'])
/** Words that end a path: the rest of the statement is their value. */
const keyed = new Set([
  'version',
  'host-name',
  'description',
  'speed',
  'native-vlan-id',
  'interface-mode',
  'members',
  'location',
  'contact',
  'authorization',
  'vlan-id',
])

interface Level {
  levels: Map<string, Level>
  leaves: Map<string, string[]>
}
const newLevel = (): Level => ({ levels: new Map(), leaves: new Map() })

function add(root: Level, words: readonly string[]): void {
  let [level, at] = [root, 0]
  while (at < words.length - 1 && !keyed.has(words[at]!)) {
    const step = paired.has(words[at]!) ? words.slice(at, at + 2).join(' ') : words[at]!
    at += paired.has(words[at]!) ? 2 : 1
    const next = level.levels.get(step) ?? newLevel()
    level.levels.set(step, next)
    level = next
  }
  const key = words[at]!
  level.leaves.set(key, [...(level.leaves.get(key) ?? []), ...words.slice(at + 1)])
}

const valueOf = (values: readonly string[]): string =>
  values.length === 0 ? '' : values.length === 1 ? ` ${values[0]}` : ` [ ${values.join(' ')} ]`

const linesOf = ({ leaves, levels }: Level, indent: string): string[] => [
  ...[...leaves].map(([key, values]) => `${indent}${key}${valueOf(values)};`),
  ...[...levels].flatMap(([step, level]) => [
    `${indent}${step} {`,
    ...linesOf(level, `${indent}    `),
    `${indent}}`,
  ]),
]

/** Statements as the hierarchy that `show configuration` prints. */
export function hierarchyOf(statements: readonly string[]): string {
  const root = newLevel()
  for (const statement of statements) add(root, statement.match(/"[^"]*"|\S+/g) ?? [])
  return linesOf(root, '').join('\n')
}
