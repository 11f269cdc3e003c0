/**
 * One item of a RouterOS menu: its properties by name, as the device writes them (`disabled` is `true`,
 * `uptime` is `2w1d3h`). An absent property has no value.
 */
export type RouterOsRow = Readonly<Record<string, string>>
/** Values of properties as they are sent; booleans as `yes` and `no`. */
export type RouterOsValues = Readonly<Record<string, string | number | boolean>>

export interface RouterOsPrint {
  /** Only these properties (`.proplist`): a large table costs the device less. All by default. */
  fields?: readonly string[]
  /** Only items whose properties equal these (queries `?name=value`, all of them must fit). */
  where?: Readonly<Record<string, string>>
}

/**
 * The API of RouterOS (port 8728, 8729 with TLS) of one device, signed in on first use. Questions asked at
 * once run side by side on one connection.
 * Menus and commands are paths with slashes, names are RouterOS's own; values may be any text, they travel
 * length-prefixed.
 * Throws `DeviceError` CommandRejected with the device's words, AuthFailed, DeviceTimeout, DeviceUnreachable,
 * SessionLost, ParseFailed.
 */
export interface RouterOsSession {
  /**
   * False: the access profile has no login. Read the same facts over SNMP where it has them.
   */
  readonly offered: boolean
  /**
   * Items of a menu, e.g. `/ip/arp`. What is cut short by silence or by its length is reported as missing.
   */
  print(menu: string, options?: RouterOsPrint): Promise<RouterOsRow[]>
  /** A command that answers rows and ends by itself, e.g. `/ping` with a `count`. */
  run(command: string, values?: RouterOsValues): Promise<RouterOsRow[]>
  /**
   * A command that changes something, e.g. `/ip/arp/add`. Once sent it is not cancelled. Gives what it
   * returned (the id of a new item), or null.
   */
  change(command: string, values: RouterOsValues): Promise<string | null>
}

/** Lower case words with dashes and slashes: what a driver may write, and nothing that comes from people. */
const path = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/
const property = /^\.?[a-z0-9]+(?:[.-][a-z0-9]+)*$/

function named(name: string): string {
  if (!property.test(name)) throw new Error(`"${name}" is no property of RouterOS`)
  return name
}

/**
 * The words of a question. Values stand behind `=name=` in a word of their own, so nothing in them can become
 * another word.
 * @throws Error for a path or name that RouterOS cannot have: a fault of the driver
 */
export function routerOsWords(
  command: string,
  values: RouterOsValues = {},
  where: Readonly<Record<string, string>> = {},
): string[] {
  if (!path.test(command)) throw new Error(`"${command}" is no command of RouterOS`)
  return [
    command,
    ...Object.entries(values).map(
      ([name, value]) => `=${named(name)}=${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`,
    ),
    ...Object.entries(where).map(([name, value]) => `?${named(name)}=${value}`),
  ]
}

/** The question behind `print`. */
export const routerOsPrint = (menu: string, { fields, where }: RouterOsPrint = {}): string[] =>
  routerOsWords(`${menu}/print`, fields ? { '.proplist': fields.join(',') } : {}, where)
