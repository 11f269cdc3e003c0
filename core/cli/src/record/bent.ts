import type { Draft } from '@linecard/driver-kit/drafts'

/** What scrubbing has changed in an answer beside the texts that it replaces. */
export interface Bent {
  module: string
  /** Path in the answer, such as `rx_power`. Empty: the whole answer. */
  field: string
  /** Name or id of the nearest object around the field; empty: there is none. */
  object: string
  before: unknown
  after: unknown
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:[\da-f]{2}[:.-]){5}[\da-f]{2}$/i, 'mac'],
  [/^\d+\.\d+\.\d+\.\d+(?:\/\d+)?$/, 'ip'],
  [/^[A-Z]{4}[\dA-F]{8}$/i, 'serial of an ONU'],
  [/^(?=(?:.*[\da-f]){8})[\da-f][\da-f :.-]*$/i, 'octets'],
]
/** Texts of one shape can stand for each other: `core-Kyiv-07` and `xxxx-Xxxx-90`. */
const shapeOf = (text: string): string =>
  text
    .replace(/[a-z]/g, 'x')
    .replace(/[A-Z]/g, 'X')
    .replace(/\d/g, '9')
    .replace(/[^\p{ASCII}]/gu, letter => String(Buffer.byteLength(letter)))
const kindOf = (text: string): string => kinds.find(([pattern]) => pattern.test(text))?.[1] ?? shapeOf(text)
const isReplaced = (before: unknown, after: unknown): boolean =>
  typeof before === 'string' &&
  typeof after === 'string' &&
  (shapeOf(before) === shapeOf(after) || kindOf(before) === kindOf(after))

/** Rows whose index is an address come in another order when it is replaced. */
const ordered = (rows: readonly unknown[]): unknown[] => {
  const keyOf = (row: unknown) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === 'string' ? kindOf(value) : value)) ?? ''
  return rows
    .map(row => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row)
}

const nameOf = (part: object): string | undefined => {
  const { name, id, interface: port } = part as Record<'name' | 'id' | 'interface', unknown>
  const own = [name, id].find(one => typeof one === 'string' || typeof one === 'number')
  return own === undefined ? (typeof port === 'object' && port ? nameOf(port) : undefined) : String(own)
}

type Difference = Omit<Bent, 'module'>

/** The first difference that is no replaced text. */
function differenceIn(before: unknown, after: unknown, field = '', object = ''): Difference | null {
  if (Object.is(before, after) || isReplaced(before, after)) return null
  const here = { field, object, before, after }
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return here
  if (Array.isArray(before) !== Array.isArray(after)) return here
  if (!Array.isArray(before) || !Array.isArray(after))
    return differenceInFields(before, after, field, nameOf(before) ?? object)
  const found = differenceInFields(before, after, field, object)
  return found && differenceInFields(ordered(before), ordered(after), field, object) ? found : null
}

function differenceInFields(left: object, right: object, field: string, object: string): Difference | null {
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const path = Array.isArray(left) ? field : [field, name].filter(part => part !== '').join('.')
    const [one, other] = [left, right].map(part => (part as Record<string, unknown>)[name])
    const found = differenceIn(one, other, path, object)
    if (found) return found
  }
  return null
}

/**
 * Compares the answers of all modules before and after scrubbing: the first difference of each module that
 * is no replaced text.
 */
export const bentBy = (before: Draft, after: Draft): Bent[] =>
  [...before.golden].flatMap(([module, golden]) => {
    const why = after.failed.get(module)
    const found =
      why === undefined
        ? differenceIn(golden, after.golden.get(module))
        : { field: '', object: '', before: 'an answer', after: why }
    return found ? [{ module, ...found }] : []
  })

/** A sentence for people. */
export const bentText = ({ module, field, object, before, after }: Bent): string =>
  `${module}: ${[field || 'the answer', object && `of ${object}`].filter(Boolean).join(' ')} ` +
  `was ${JSON.stringify(before) ?? 'absent'} and would be ${JSON.stringify(after) ?? 'absent'}`
