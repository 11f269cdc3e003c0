/** Whose operations they are, by their ids, and which plugins a plugin needs. */
export interface Owners {
  operations: ReadonlyMap<string, string>
  requires: ReadonlyMap<string, readonly string[]>
}

/** A place that has what can be shared. */
export interface Use {
  /** The plugin that has it. */
  owner: string
  /** The same for things that are equal. */
  key: string
  /** Words for a name, from the outermost to the member that has it. */
  words: readonly string[]
}

/** What is shared of all that is equal. */
export interface Shared {
  /** `<plugin>.<Words>` */
  name: string
  /** The plugin whose name it has. */
  root: string
}

/** `device_id` → `DeviceId`. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

/** The value that occurs most often; of several the first in the order of the alphabet. */
export function usual<T>(values: readonly T[]): T {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (String(a) < String(b) ? -1 : 1))[0]![0]
}

/** A plugin and all that it requires: those first that are required by the others. All require the kernel. */
export function linesOf({ requires }: Owners): (owner: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  const lineOf = (owner: string): readonly string[] => {
    const before = (requires.get(owner) ?? []).toSorted().flatMap(one => known.get(one) ?? lineOf(one))
    const line = [...new Set(['kernel', ...before, owner])]
    known.set(owner, line)
    return line
  }
  return owner => known.get(owner) ?? lineOf(owner)
}

/** Words that mean nothing alone. */
const weak = new Set(['Item', 'Value', 'Data', 'Meta'])

/** The last word that means something, with those after it. */
function ending(words: readonly string[]): string {
  const last = words.findLastIndex(word => !weak.has(word))
  return words.slice(Math.max(last, 0)).join('')
}

/** The names that fit, best first: the usual last word, then more and more words of the first place. */
function candidates(places: readonly (readonly string[])[], first: readonly string[]): string[] {
  const longer = first.map((_, n) => first.slice(-n - 1).join(''))
  return [usual(places.map(ending)), ...longer.filter(name => !weak.has(name))]
}

/** Names for all that each plugin has. They depend on what this plugin has, and on nothing of the others. */
function namesOf(uses: readonly Use[], authors: Iterable<string>): Map<string, string> {
  const taken = new Set(authors)
  const things = new Map<string, { owner: string; places: (readonly string[])[] }>()
  for (const { owner, key, words } of uses) {
    const at = `${owner} ${key}`
    const known = things.get(at) ?? things.set(at, { owner, places: [] }).get(at)!
    known.places.push(words)
  }
  const inTurn = [...things]
    .map(([at, thing]) => ({ at, ...thing, first: thing.places.map(one => one.join(' ')).toSorted()[0]! }))
    .toSorted((a, b) => b.places.length - a.places.length || (a.first < b.first ? -1 : 1))
  return new Map(
    inTurn.map(({ at, owner, places, first }) => {
      const fitting = candidates(places, first.split(' ')).map(one => `${owner}.${one}`)
      let name = fitting.find(one => !taken.has(one)) ?? fitting.at(-1)!
      while (taken.has(name)) name += 'Too'
      taken.add(name)
      return [at, name]
    }),
  )
}

/**
 * What is shared of all that is equal. A plugin shares what it has often enough (`worth`), and the plugins
 * that require it refer to it. So what it shares and its names depend on this plugin and those that it
 * requires: an unrelated plugin changes nothing. `authors`: the names that are taken.
 */
export function sharing(
  uses: readonly Use[],
  owners: Owners,
  authors: Iterable<string>,
  worth: (key: string, count: number) => boolean,
): (owner: string, key: string) => Shared | undefined {
  const lineOf = linesOf(owners)
  const names = namesOf(uses, authors)
  const counts = new Map<string, number>()
  for (const { owner, key } of uses) counts.set(`${owner} ${key}`, (counts.get(`${owner} ${key}`) ?? 0) + 1)
  return (owner, key) => {
    const root = lineOf(owner).find(one => worth(key, counts.get(`${one} ${key}`) ?? 0))
    return root === undefined ? undefined : { name: names.get(`${root} ${key}`)!, root }
  }
}
