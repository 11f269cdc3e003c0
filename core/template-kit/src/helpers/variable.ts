import { forbidden, whyForbidden } from '../base/forbidden.ts'
import { textOf } from './arguments.ts'
import { helper, type Helper, type Wrong } from './helper.ts'

function lookup([holder, ...names]: readonly unknown[], wrong: Wrong): unknown {
  let value = holder
  for (const given of names) {
    const name = textOf(given, 'lookup', wrong)
    if (forbidden.has(name)) throw wrong(whyForbidden(name))
    const own = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    const inner = own ? (value as Record<string, unknown>)[name] : undefined
    if (inner === undefined)
      throw wrong({
        code: 'FIELD_UNKNOWN',
        message: `lookup: there is no "${name.slice(0, 60)}"`,
        hint: 'If it may be absent, write (default (lookup …) "…"). The first item has the number 0.',
      })
    value = inner
  }
  return value
}

export const variable: readonly Helper[] = [
  helper(
    'lookup',
    'variable',
    '(lookup where name …)',
    'A field whose name is in a variable, or an item by its number. More names go deeper',
    [
      'vlan {{lookup device.params.ifaces iface.name "vlan"}}',
      { device: { params: { ifaces: { 'gpon 0/1': { vlan: 7 } } } }, iface: { name: 'gpon 0/1' } },
      'vlan 7',
    ],
    [2, null],
    { run: lookup },
  ),
  helper(
    'set',
    'variable',
    '{{set "name" value}}',
    'Keeps a value. Read it as {{name}}, also after the block in which it was set',
    [
      '{{set "port" params.port}}{{#if iface}}{{set "port" iface.port}}{{/if}}port {{port}}',
      { params: { port: 1 }, iface: { port: 4 } },
      'port 4',
    ],
    [2, 2],
  ),
]
