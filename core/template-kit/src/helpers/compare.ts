import { isNumeric, named } from './arguments.ts'
import { helper, type Helper, type Wrong } from './helper.ts'

/**
 * Equality as authors expect it: numbers in fields of forms are texts, so the number 1 equals the text "1".
 * Two texts are equal if they have the same characters. null equals only null.
 */
export function isEqual(a: unknown, b: unknown, wrong: Wrong): boolean {
  if (a === null || b === null) return a === b
  if (typeof a === 'object' || typeof b === 'object')
    throw wrong({
      code: 'HELPER_TYPE',
      message: `${named(typeof a === 'object' ? a : b)} cannot be compared`,
      hint: 'Name a field of it, e.g. its id or name.',
    })
  if (typeof a !== typeof b && isNumeric(a) && isNumeric(b)) return Number(a) === Number(b)
  return String(a) === String(b)
}

/** Below 0: a comes first. Numbers as numbers, texts by their characters. */
function order(name: string, a: unknown, b: unknown, wrong: Wrong): number {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b)
  // With the empty text everything can be compared: `(gt name "")` asks whether there is a text.
  const isText = [a, b].every(value => typeof value === 'string' || (isNumeric(value) && [a, b].includes('')))
  if (isText) {
    const [left, right] = [String(a), String(b)]
    return left < right ? -1 : Number(left > right)
  }
  throw wrong({
    code: 'HELPER_TYPE',
    message: `${name} cannot compare ${named(a)} with ${named(b)}`,
    hint: 'Compare two numbers or two texts. Check what may be null with {{#if …}}.',
  })
}

const ordering = (name: string, words: string, holds: (order: number) => boolean, gives: string): Helper =>
  helper(
    name,
    'compare',
    `(${name} a b)`,
    `True if a is ${words} b. Texts that are numbers count as numbers, other texts by their characters`,
    [`{{#if (${name} params.vlan 100)}}yes{{else}}no{{/if}}`, { params: { vlan: '20' } }, gives],
    [2, 2],
    { run: ([a, b], wrong) => holds(order(name, a, b, wrong)) },
  )

const equalities = 'The number 1 equals the text "1"; two texts need the same characters'

export const compare: readonly Helper[] = [
  helper(
    'eq',
    'compare',
    '(eq a b)',
    `True if both are equal. ${equalities}`,
    [
      '{{#if (eq params.mode "bridge")}}bridge{{else}}router{{/if}}',
      { params: { mode: 'bridge' } },
      'bridge',
    ],
    [2, 2],
    { run: ([a, b], wrong) => isEqual(a, b, wrong) },
  ),
  helper(
    'ne',
    'compare',
    '(ne a b)',
    `True if both are not equal. ${equalities}`,
    ['{{#if (ne iface null)}}{{iface.name}}{{/if}}', { iface: { name: 'gpon 0/1' } }, 'gpon 0/1'],
    [2, 2],
    { run: ([a, b], wrong) => !isEqual(a, b, wrong) },
  ),
  ordering('lt', 'less than', at => at < 0, 'yes'),
  ordering('gt', 'greater than', at => at > 0, 'no'),
  ordering('lte', 'less than or equal to', at => at <= 0, 'yes'),
  ordering('gte', 'greater than or equal to', at => at >= 0, 'no'),
]
