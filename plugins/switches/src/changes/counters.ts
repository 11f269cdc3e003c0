import { clearCounters, clearIfaceCounters } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { InterfaceField } from '../bodies.ts'
import { root, tag } from './steps.ts'

/** Counters of all ports, or of one. */
export function countersChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/clear-counters`,
      operationId: 'switches.counters.clear',
      tag,
      summary: 'Clears the counters of all ports, or of one',
      description: 'On the device itself: every other program that counts sees the jump.',
      permission: clearCounters.permission,
      body: closedObject({ interface: T.Optional(InterfaceField) }, { examples: [{ interface: '1/3' }] }),
      changes: ['counters'],
      steps: ({ interface: port }) => [
        port === undefined
          ? { name: 'counters', module: clearCounters, args: {} }
          : { name: 'counters', module: clearIfaceCounters, args: {}, onInterface: true },
      ],
    },
    'switches.CountersChange',
  )
}
