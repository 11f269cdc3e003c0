/**
 * One item of a RouterOS menu: its properties by name, as the device writes them (`disabled` is `true`,
 * `uptime` is `2w1d3h`). An absent property has no value.
 */
export type RouterOsRow = Readonly<Record<string, string>>
/** Values of properties to send; booleans are sent as `yes` and `no`. */
export type RouterOsValues = Readonly<Record<string, string | number | boolean>>

/** Which items and properties of a menu `print` reads. By default all. */
export interface RouterOsPrint {
  /** Only these properties (`.proplist`), which saves work for the device. All by default. */
  fields?: readonly string[]
  /** Only items with all these values (queries `?name=value`). */
  where?: Readonly<Record<string, string>>
}

/**
 * The RouterOS API of one device (port 8728, 8729 with TLS), signed in on first use. Several requests at the
 * same time use one connection.
 * Menus and commands are paths with slashes, names are RouterOS's own. Values may be any text: each is sent
 * with its length.
 * @throws DeviceError CommandRejected with the text of the device, AuthFailed, DeviceTimeout,
 *   DeviceUnreachable, SessionLost, ParseFailed
 */
export interface RouterOsSession {
  /** False: the access profile has no login. Read the same facts over SNMP if SNMP has them. */
  readonly offered: boolean
  /** Items of a menu, e.g. `/ip/arp`. Items that did not arrive, or are too many, are reported as missing. */
  print(menu: string, options?: RouterOsPrint): Promise<RouterOsRow[]>
  /** A command that answers rows and ends by itself, e.g. `/ping` with a `count`. */
  run(command: string, values?: RouterOsValues): Promise<RouterOsRow[]>
  /**
   * A command that changes something, e.g. `/ip/arp/add`. It cannot be cancelled after it was sent. Returns
   * the result of the command (the id of a new item), or null.
   */
  change(command: string, values: RouterOsValues): Promise<string | null>
}

/** Lower case words with dashes and slashes. A driver writes them; they never come from a user. */
const path = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/
const property = /^\.?[a-z0-9]+(?:[.-][a-z0-9]+)*$/

function named(name: string): string {
  if (!property.test(name)) throw new Error(`"${name}" is not a property of RouterOS`)
  return name
}

/**
 * The words of a request. Every value follows `=name=` in its own word, so a value can never become another
 * word.
 * @throws Error for a path or name that RouterOS cannot have: an error of the driver
 */
export function routerOsWords(
  command: string,
  values: RouterOsValues = {},
  where: Readonly<Record<string, string>> = {},
): string[] {
  if (!path.test(command)) throw new Error(`"${command}" is not a command of RouterOS`)
  return [
    command,
    ...Object.entries(values).map(
      ([name, value]) => `=${named(name)}=${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`,
    ),
    ...Object.entries(where).map(([name, value]) => `?${named(name)}=${value}`),
  ]
}

/** The words of the request that `print` sends. */
export const routerOsPrint = (menu: string, { fields, where }: RouterOsPrint = {}): string[] =>
  routerOsWords(`${menu}/print`, fields ? { '.proplist': fields.join(',') } : {}, where)
