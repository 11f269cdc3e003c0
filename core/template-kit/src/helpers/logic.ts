import { failureOf } from '../base/failure.ts'
import { helper, type Helper } from './helper.ts'
import { isTrue } from './truth.ts'

/** Whether one argument, in their order, is as asked. @throws the error of an argument when it is its turn */
function some(args: readonly unknown[], wanted: boolean): boolean {
  for (const value of args) {
    const error = failureOf(value)
    if (error) throw error
    if (isTrue(value) === wanted) return true
  }
  return false
}

/** Errors that only say that something is not there. */
const absent = new Set(['VARIABLE_UNKNOWN', 'FIELD_UNKNOWN'])

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function firstGiven(args: readonly unknown[]): unknown {
  for (const value of args.slice(0, -1)) {
    const error = failureOf(value)
    if (error && !absent.has(error.finding.code)) throw error
    if (!error && !isEmpty(value)) return value
  }
  const last = args.at(-1)
  const error = failureOf(last)
  if (error) throw error
  return last ?? null
}

const iface = { iface: { name: 'gpon 0/1', technology: 'gpon' } }

export const logic: readonly Helper[] = [
  helper(
    'and',
    'logic',
    '(and a b …)',
    'True if all are true. What comes after a false one is not looked at, so that it may be missing',
    ['{{#if (and iface (eq iface.technology "gpon"))}}{{iface.name}}{{/if}}', iface, 'gpon 0/1'],
    [2, null],
    { args: 'lazy', run: args => !some(args, false) },
  ),
  helper(
    'or',
    'logic',
    '(or a b …)',
    'True if one is true. What comes after it is not looked at',
    ['{{#if (or (eq params.mode "x") iface)}}yes{{/if}}', { params: { mode: 'y' }, ...iface }, 'yes'],
    [2, null],
    { args: 'lazy', run: args => some(args, true) },
  ),
  helper(
    'not',
    'logic',
    '(not a)',
    'True if a is false, null, missing, an empty text, 0 or an empty list',
    ['{{#if (not iface)}}device{{else}}port{{/if}}', { iface: null }, 'device'],
    [1, 1],
    { args: 'soft', run: ([value]) => !isTrue(value) },
  ),
  helper(
    'default',
    'logic',
    '(default a b …)',
    'The first that is neither missing nor null nor an empty text. If all are, the last',
    [
      'vlan {{default params.vlan device.params.vlan 1}}',
      { params: { vlan: '' }, device: { params: {} } },
      'vlan 1',
    ],
    [2, null],
    { args: 'lazy', run: firstGiven },
  ),
]
