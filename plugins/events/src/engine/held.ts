import { severities, type Condition, type Severity } from '@linecard/plugin-kit'
import { keyOf } from '../rows/key.ts'
import { labelsOf, textsOf } from '../rows/texts.ts'
import type { Held } from './plan.ts'

/** Members of one event. */
const mostBelow = 20_000

const valid = (time: Date, now: Date): Date => (Number.isNaN(time?.getTime?.()) || time > now ? now : time)

/** A condition as it is stored: sources tell what devices tell them. */
export function heldOf(name: string, condition: Condition, standard: Severity, now: Date): Held {
  const { below, severity, labels, since, device_id: device, interface_id: port } = condition
  const texts = textsOf(condition)
  const found: Held = {
    ...texts,
    key: keyOf({ name, device_id: device, interface_id: port, part: texts.part }),
    device_id: device,
    interface_id: port,
    severity: severity && severities.includes(severity) ? severity : standard,
    labels: labelsOf(labels),
    since: valid(since, now),
  }
  if (!below) return found
  return {
    ...found,
    below: {
      device_ids: below.device_ids.slice(0, mostBelow),
      interface_ids: below.interface_ids.slice(0, mostBelow),
      customers: below.customers,
    },
  }
}
