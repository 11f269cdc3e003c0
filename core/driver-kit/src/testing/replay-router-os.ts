import { DeviceError } from '../contract/errors.ts'
import {
  routerOsPrint,
  routerOsWords,
  type RouterOsRow,
  type RouterOsSession,
} from '../contract/router-os.ts'

/** `api.json`: items by menu (`/ip/arp`), rows by command (`/ping`), or the words of a refusal. */
export type RecordedApi = Readonly<Record<string, readonly RouterOsRow[] | { readonly trap: string }>>

const numberOf = (id: string | undefined) => Number.parseInt(id?.slice(1) ?? '0', 16) || 0

/** An item after a change. RouterOS writes booleans as true and false, even if yes and no were sent. */
const changed = (row: RouterOsRow, values: Readonly<Record<string, string>>): RouterOsRow => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== '.id')
      .map(([name, value]) => [name, value === 'yes' ? 'true' : value === 'no' ? 'false' : value]),
  ),
})

const refused = (command: string, why: string) =>
  new DeviceError('CommandRejected', `The device refused ${command}: ${why}`)

/**
 * A RouterOS API that answers from a recording; null: the access profile has no login. Later requests see
 * what was changed.
 */
export function replayRouterOs(
  recorded: RecordedApi | null,
  unrecorded: Set<string>,
  typed: string[],
  onAnswer: () => void,
): RouterOsSession {
  const menus = new Map(Object.entries(recorded ?? {}))
  const rowsOf = (place: string): readonly RouterOsRow[] => {
    if (!recorded)
      throw new DeviceError(
        'AuthFailed',
        'the access profile has no login and password, and this is read over the RouterOS API',
      )
    onAnswer()
    const found = menus.get(place)
    if (!found) {
      unrecorded.add(place)
      throw new Error(`the recording has no ${place} in its api.json`)
    }
    if ('trap' in found) throw refused(place, found.trap)
    return found
  }
  return {
    offered: recorded !== null,
    async print(menu, options = {}) {
      routerOsPrint(menu, options)
      const { fields, where = {} } = options
      const fitting = rowsOf(menu).filter(row =>
        Object.entries(where).every(([name, value]) => row[name] === value),
      )
      return fields
        ? fitting.map(row =>
            Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
          )
        : [...fitting]
    },
    async run(command, values) {
      routerOsWords(command, values)
      return [...rowsOf(command)]
    },
    async change(command, given) {
      const words = routerOsWords(command, given)
      typed.push(words.join(' '))
      // A command that does not change an item has its own entry in the recording.
      if (menus.has(command)) {
        rowsOf(command)
        return null
      }
      const [, menu, verb] = /^(.*)\/([a-z-]+)$/.exec(command)!
      const rows = rowsOf(menu!)
      const values = Object.fromEntries(
        words
          .slice(1)
          .map(word => [word.slice(1, word.indexOf('=', 1)), word.slice(word.indexOf('=', 1) + 1)]),
      )
      if (verb === 'add') {
        const last = Math.max(0, ...rows.map(row => numberOf(row['.id'])))
        const id = `*${(last + 1).toString(16).toUpperCase()}`
        menus.set(menu!, [...rows, changed({ '.id': id, dynamic: 'false', disabled: 'false' }, values)])
        return id
      }
      const at = rows.findIndex(row => row['.id'] === values['.id'])
      if (at < 0) throw refused(command, 'no such item')
      const makes: Readonly<Record<string, RouterOsRow | null>> = {
        remove: null,
        set: changed(rows[at]!, values),
        enable: { ...rows[at]!, disabled: 'false' },
        disable: { ...rows[at]!, disabled: 'true' },
        'make-static': { ...rows[at]!, dynamic: 'false' },
      }
      const made = makes[verb!]
      if (made === undefined) throw refused(command, 'no such command')
      menus.set(menu!, made === null ? rows.toSpliced(at, 1) : rows.with(at, made))
      return null
    },
  }
}
