import { Refused } from '../../dialect.ts'

/**
 * Statements that the console knows, as `set` takes them. Of those with the same beginning `at` there is one:
 * a new one takes its place.
 */
const forms: readonly RegExp[] = [
  /^(?<at>system host-name) \S+$/,
  /^system services (?:ssh|telnet)$/,
  /^(?<at>snmp (?:location|contact)) .+$/,
  /^snmp community \S+ authorization read-only$/,
  /^(?<at>vlans \S+ vlan-id) \d{1,4}$/,
  /^(?<at>interfaces \S+ description) .+$/,
  /^interfaces \S+ disable$/,
  /^(?<at>interfaces \S+ ether-options speed) \d+[mg]$/,
  /^(?<at>interfaces \S+ native-vlan-id) \d{1,4}$/,
  /^(?<at>interfaces \S+ unit 0 family ethernet-switching interface-mode) (?:access|trunk)$/,
  /^interfaces \S+ unit 0 family ethernet-switching vlan members \S+$/,
]

/** A text as a statement has it: in quotes if it has blanks. */
export const quoted = (text: string): string => (/^[\w.:/@-]+$/.test(text) ? text : `"${text}"`)

/** One blank between words; a quoted text stays as it is. */
const normal = (typed: string): string =>
  (typed.match(/"[^"]*"|\S+/g) ?? [])
    .map(word => (word.startsWith('"') ? quoted(word.slice(1, -1)) : word))
    .join(' ')

const beginningOf = (statement: string): string | undefined =>
  forms.map(form => form.exec(statement)?.groups?.['at']).find(at => at !== undefined)

/** The configuration with a statement. @throws Refused for one that the device does not know */
export function withStatement(all: readonly string[], typed: string): string[] {
  const statement = normal(typed)
  if (!forms.some(form => form.test(statement))) throw new Refused('syntax error.\n')
  const at = beginningOf(statement)
  const others = all.filter(one => one !== statement && !(at && one.startsWith(`${at} `)))
  return [...others, statement]
}

/** The configuration without a statement and all below it. @throws Refused if there is none */
export function withoutStatement(all: readonly string[], typed: string): string[] {
  const path = normal(typed)
  const left = all.filter(one => one !== path && !one.startsWith(`${path} `))
  if (left.length === all.length) throw new Refused('warning: statement not found\n')
  return left
}

/** A statement as the lines of its blocks: the path of the block, and what stands in it. */
const placed = (statement: string): { path: string; leaf: string } => {
  const words = (beginningOf(statement) ?? statement).split(' ')
  const path = words.slice(0, -1).join(' ')
  return { path, leaf: statement.slice(path.length + 1) }
}

/** What `show | compare` prints. */
export function compared(from: readonly string[], to: readonly string[]): string {
  const rows = [
    ...from.filter(one => !to.includes(one)).map(one => ({ sign: '-', ...placed(one) })),
    ...to.filter(one => !from.includes(one)).map(one => ({ sign: '+', ...placed(one) })),
  ]
  return [...Map.groupBy(rows, ({ path }) => path)]
    .map(([path, own]) => [`[edit ${path}]`, ...own.map(({ sign, leaf }) => `${sign}  ${leaf};`)].join('\n'))
    .join('\n')
}
