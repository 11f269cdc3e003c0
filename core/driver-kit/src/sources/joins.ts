import type { ResultOf } from '../contract/module.ts'
import { lldpInfo, powerStatus, sysResources, sysTemp, system, wanted } from '../modules/index.ts'

export type Args = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, unknown>>

/** How the answers of several sources to one module are judged and joined. */
export interface Join {
  /** The parts that an answer to these arguments may have: names of fields, or `rows` for all of it. */
  parts(args: Args): readonly string[]
  /** Whether the answer has values of the part. */
  has(data: unknown, part: string): boolean
  /** Whether the console is opened for this part although another source answered the others. */
  worthConsole(part: string): boolean
  /** The answer with these parts of the next one. */
  fill(data: unknown, next: unknown, parts: readonly string[]): unknown
}

/** Whether a value has data: null, empty texts and lists, and objects with only these have none. */
export const hasData = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasData)
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(hasData)
      : value !== null && value !== undefined && value !== ''

/** The first answer with values is the whole answer. */
const whole = <T>(
  has: (data: T) => boolean,
  options: { fill?: (data: T, next: T) => T; asked?: (args: Args) => boolean } = {},
): Join => ({
  parts: args => ((options.asked?.(args) ?? true) ? ['rows'] : []),
  has: data => has(data as T),
  worthConsole: () => true,
  fill: (data, next) => options.fill?.(data as T, next as T) ?? next,
})

const rows = whole<unknown>(data => (Array.isArray(data) ? data.length > 0 : hasData(data)))

/**
 * Each field comes from the first source that has it. Fields that `load_only` leaves out are not asked for.
 * Signing in to a console takes seconds, so it is done only for the fields `important`.
 */
const record = (important: readonly string[], ...others: readonly string[]): Join => ({
  parts: ({ load_only }) =>
    [...important, ...others].filter(field => wanted(load_only as string | undefined, field)),
  has: (data, field) => (data as Fields)[field] != null,
  worthConsole: field => important.includes(field),
  fill: (data, next, parts) => ({
    ...(data as Fields),
    ...Object.fromEntries(parts.map(field => [field, (next as Fields)[field]])),
  }),
})

/** Modules whose answer is more than a list of rows. */
const joins: Readonly<Record<string, Join>> = {
  [sysResources.name]: record(['cpu', 'memory'], 'disk', 'interfaces', 'cards', 'fans'),
  // An empty contact or location is a value: nobody has written one.
  [system.name]: record(
    ['serial_num', 'board_software_ver'],
    'descr',
    'object_id',
    'uptime',
    'uptime_sec',
    'name',
    'mac_addr',
    'vendor_name',
    'board_hardware_ver',
  ),
  [sysTemp.name]: whole<ResultOf<typeof sysTemp>>(
    ({ main, cpu, board, sensors }) =>
      main !== null || cpu !== null || board !== null || sensors.some(({ value }) => value !== null),
  ),
  // The own ports of the first source keep their numbers; the neighbours may come from another one.
  [lldpInfo.name]: whole<ResultOf<typeof lldpInfo>>(({ remotes }) => remotes.length > 0, {
    fill: ({ local }, next) => ({ ...next, local: hasData(local) ? local : next.local }),
    asked: ({ load_only }) =>
      ['rem_chassis', 'rem_port'].some(field => wanted(load_only as string | undefined, field)),
  }),
  [powerStatus.name]: whole<ResultOf<typeof powerStatus>>(
    ({ status, supplies }) => status !== 'Unknown' || supplies.length > 0,
  ),
}

export const joinOf = (module: string): Join => joins[module] ?? rows
