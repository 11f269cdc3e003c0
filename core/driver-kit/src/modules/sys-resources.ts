import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, integerOrNull, numberOrNull, orNull, perInterface, textOrNull } from './shapes.ts'
import { loadOnlyArg } from './arguments.ts'

const store = (what: string) =>
  orNull(
    closed({
      util: numberOrNull(`${what} in use, percent`),
      _total: numberOrNull('Size in octets'),
      _used: numberOrNull('Used, octets'),
      _free: numberOrNull('Free, octets'),
    }),
    `${what}; null: not given`,
  )

/**
 * Load of processor, memory, disk, ports and boards. `load_only` takes cpu, memory, disk, interfaces, cards,
 * fans.
 */
export const sysResources = defineModule({
  name: 'sys_resources',
  kind: 'read',
  permission: 'device_show',
  summary: 'Processor, memory and disk in use',
  args: closed({ load_only: T.Optional(loadOnlyArg) }),
  result: closed({
    cpu: orNull(
      closed({
        util: numberOrNull('Load over all processors, percent'),
        _util5sec: T.Optional(numberOrNull('Load of the last 5 s, percent')),
        _util1min: T.Optional(numberOrNull('Load of the last minute, percent')),
        _util5min: T.Optional(numberOrNull('Load of the last 5 minutes, percent')),
        _cpu_count: integerOrNull('Number of processors'),
      }),
      'Processors; null: not given',
    ),
    memory: store('Main memory'),
    disk: store('Largest fixed storage'),
    interfaces: orNull(
      perInterface({
        util: numberOrNull('Larger of both directions, percent'),
        util_tx: numberOrNull('Sending, percent'),
        util_rx: numberOrNull('Receiving, percent'),
      }),
      'Load of ports as calculated by the device; null: not given',
    ),
    cards: orNull(
      T.Array(
        closed({
          id: T.Integer({ description: 'Number of the board' }),
          name: textOrNull('Board'),
          cpu_load: numberOrNull('Processor, percent'),
          memory_usage: numberOrNull('Memory, percent'),
        }),
      ),
      'Boards of a chassis; null: not given',
    ),
    fans: orNull(
      T.Array(
        closed({
          name: T.String({ description: 'Fan' }),
          status: T.Enum(['Normal', 'Stop', 'Unused', 'Failed', 'Unknown']),
          speed: numberOrNull('Revolutions per minute'),
        }),
      ),
      'Fans; null: not given',
    ),
  }),
  expected: ['cpu', 'memory'],
  example: {
    cpu: { util: 7, _cpu_count: 1 },
    memory: { util: 80.1, _total: 536870912, _used: 429811256, _free: 107059656 },
    disk: null,
    interfaces: null,
    cards: null,
    fans: [{ name: 'Fan 1', status: 'Normal', speed: 4200 }],
  },
})
