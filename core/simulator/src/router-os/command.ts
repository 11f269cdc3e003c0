/** Properties of one item, by name. */
export type Item = Record<string, string>

/**
 * A refusal (`!trap`). Categories of the manual "API": 0 missing item or command, 1 argument, 2 interrupted,
 * 4 general failure.
 */
export class Trap extends Error {
  readonly category: number
  constructor(message: string, category = 4) {
    super(message)
    this.category = category
  }
}

/** A menu: its items and its commands. Items have an `.id`, except in a menu with a single item. */
export interface Menu {
  items(): Item[]
  /** Returns the id of the new item. */
  add?(values: Item): string
  set?(id: string, values: Item): void
  remove?(id: string): void
  /** Commands other than print, add, set, remove, enable, disable. */
  commands?: Readonly<Record<string, (values: Item) => Iterable<Item> | AsyncIterable<Item>>>
}

/** A command with its arguments and query words. */
export interface ApiRequest {
  command: string
  values: Item
  queries: string[]
}

const noSuch = (what: string) => new Trap(`no such ${what}`, 0)

export function parseSentence([command = '', ...words]: readonly string[]): ApiRequest & {
  tag: string | null
} {
  const values: Item = {}
  const queries: string[] = []
  let tag: string | null = null
  for (const word of words) {
    const attribute = /^=([^=]+)=([^]*)$/.exec(word)
    if (attribute) values[attribute[1]!] = attribute[2]!
    else if (word.startsWith('?')) queries.push(word.slice(1))
    else if (word.startsWith('.tag=')) tag = word.slice(5)
    else throw new Trap('unknown parameter', 1)
  }
  return { command, values, queries, tag }
}

/**
 * Query words as a stack machine: `name=value`, `name`, `-name`, `>name=value`, `<name=value`, and `#` with
 * the operators ! & |.
 */
function fits(item: Item, queries: readonly string[]): boolean {
  const stack: boolean[] = []
  for (const query of queries) {
    const operators = /^#([!&|]+)$/.exec(query)
    if (operators) {
      for (const operator of operators[1]!) {
        if (operator === '!') stack.push(!stack.pop())
        else {
          const [b, a] = [stack.pop() ?? true, stack.pop() ?? true]
          stack.push(operator === '&' ? a && b : a || b)
        }
      }
      continue
    }
    const [, operator, name, compared] = /^([-<>=]?)([^=]+)(?:=([^]*))?$/.exec(query) ?? []
    const value = name === undefined ? undefined : item[name]
    if (operator === '-') stack.push(value === undefined)
    else if (compared === undefined) stack.push(value !== undefined)
    else if (operator === '>') stack.push(value !== undefined && value > compared)
    else if (operator === '<') stack.push(value !== undefined && value < compared)
    else stack.push(value === (compared === 'yes' ? 'true' : compared === 'no' ? 'false' : compared))
  }
  return stack.every(Boolean)
}

/** Ids of the items that `.id` or `numbers` name by id or by name. */
function idsOf(menu: Menu, given: string | undefined): string[] {
  const items = menu.items()
  if (given === undefined) {
    if (items.length === 1 && items[0]!['.id'] === undefined) return ['']
    throw noSuch('item')
  }
  return given.split(',').map(wanted => {
    const found = items.find(item => item['.id'] === wanted) ?? items.find(item => item['name'] === wanted)
    if (!found) throw noSuch('item')
    return found['.id'] ?? ''
  })
}

const verbs: Readonly<Record<string, Item>> = {
  set: {},
  enable: { disabled: 'false' },
  disable: { disabled: 'true' },
}
/** Booleans are stored as true and false; clients may also send yes and no. */
const shown = (values: Item): Item =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === 'yes' ? 'true' : value === 'no' ? 'false' : value,
    ]),
  )

/** Runs one command. Throws Trap if it is refused. */
export function runCommand(
  menus: Readonly<Record<string, Menu>>,
  { command, values, queries }: ApiRequest,
): { rows: Iterable<Item> | AsyncIterable<Item>; ret?: string } {
  const own = menus[command.slice(0, command.lastIndexOf('/'))]
  const verb = command.slice(command.lastIndexOf('/') + 1)
  if (!own) throw noSuch('command prefix')
  const { '.id': id, numbers, ...rest } = values
  if (verb === 'print' || verb === 'getall') {
    const { '.proplist': wanted, 'count-only': countOnly } = values
    const names = wanted?.split(',')
    const rows = own.items().filter(item => fits(item, queries))
    if (countOnly !== undefined) return { rows: [], ret: String(rows.length) }
    return {
      rows: names
        ? rows.map(item =>
            Object.fromEntries(names.flatMap(name => (item[name] === undefined ? [] : [[name, item[name]]]))),
          )
        : rows,
    }
  }
  if (verb === 'add' && own.add) return { rows: [], ret: own.add(shown(rest)) }
  if (verb === 'remove' && own.remove) {
    for (const one of idsOf(own, id ?? numbers)) own.remove(one)
    return { rows: [] }
  }
  const extra = verbs[verb]
  if (extra && own.set) {
    for (const one of idsOf(own, id ?? numbers)) own.set(one, { ...shown(rest), ...extra })
    return { rows: [] }
  }
  const special = own.commands?.[verb]
  if (special) return { rows: special(values) }
  throw noSuch('command')
}
