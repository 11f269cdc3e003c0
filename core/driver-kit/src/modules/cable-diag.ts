import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { closed, examplePort, numberOrNull, perInterface, textOrNull } from './shapes.ts'

/** Results of a test of one pair. Unknown, NotTested, NotSupported and Failed say nothing about the cable. */
export const pairStates = [
  'OK',
  'Open',
  'Short',
  'OpenShort',
  'CrossTalk',
  'NoCable',
  'ImpedanceMismatch',
  'Unknown',
  'NotTested',
  'NotSupported',
  'Failed',
] as const
/** One of `pairStates`. */
export type PairState = (typeof pairStates)[number]

/**
 * Test of copper pairs (TDR). The test writes to the device. It may interrupt the link of the ports for some
 * seconds. Fibre ports are not listed.
 */
export const cableDiag = defineModule({
  name: 'cable_diag',
  kind: 'read',
  exclusive: true,
  permission: 'device_show',
  summary: 'Tests copper cables; may interrupt the link for some seconds',
  args: interfaceArgs,
  result: perInterface({
    pairs: T.Array(
      closed({
        number: T.Integer({ minimum: 1, maximum: 4 }),
        status: T.Enum([...pairStates]),
        length: numberOrNull('Distance to the fault, or length of the cable, m; null: not given'),
      }),
      {
        description:
          'Two pairs for a Fast Ethernet port, four for a gigabit port, ' +
          'one if the device gives a result for the whole cable',
      },
    ),
    result_time: textOrNull('Time of the measurement; null: now'),
  }),
  example: [
    {
      interface: examplePort,
      pairs: [
        { number: 1, status: 'OK', length: 42 },
        { number: 2, status: 'Open', length: 17 },
      ],
      result_time: null,
    },
  ],
})
