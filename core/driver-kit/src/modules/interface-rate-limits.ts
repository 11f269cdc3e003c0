import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import {
  closed,
  exampleOnu,
  integerOrNull,
  numberOrNull,
  orNull,
  perInterface,
  textOrNull,
} from './shapes.ts'

const rates = (what: string) =>
  orNull(
    closed({ tx: integerOrNull('Towards the ONU, kbit/s'), rx: integerOrNull('From the ONU, kbit/s') }),
    `${what}; null: not given`,
  )

/** Bandwidth limits of ONUs. `load_only` takes pir, cir, fir. */
export const interfaceRateLimits = defineModule({
  name: 'interface_rate_limits',
  kind: 'read',
  permission: 'device_show',
  summary: 'Bandwidth limits of ONUs',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    pir: rates('Peak rate'),
    cir: rates('Committed rate'),
    fir: rates('Fixed rate'),
    limit: orNull(
      closed({ tx: numberOrNull('Mbit/s'), rx: numberOrNull('Mbit/s') }),
      'Rate of the subscriber, Mbit/s; null in a direction: unlimited or unknown',
    ),
    pretty: closed({ tx: textOrNull('e.g. 100M, ∞'), rx: textOrNull('e.g. 1G, ∞') }),
  }),
  example: [
    {
      interface: exampleOnu,
      pir: { tx: 100000, rx: 1000000000 },
      cir: { tx: 0, rx: 0 },
      fir: null,
      limit: { tx: 100, rx: null },
      pretty: { tx: '100M', rx: '∞' },
    },
  ],
})
